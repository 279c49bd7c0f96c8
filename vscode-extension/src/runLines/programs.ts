// The programs that a shell's command runs.

/** What a shell does itself, its own words included. */
const builtins: ReadonlySet<string> = new Set([
  ":",
  "[",
  "cd",
  "echo",
  "exit",
  "export",
  "false",
  "printf",
  "pwd",
  "set",
  "test",
  "true",
  "ulimit",
  "umask",
  "unset",
]);

/** The words of a shell in front of a command. */
const prefixes: ReadonlySet<string> = new Set([
  "!",
  "{",
  "if",
  "then",
  "elif",
  "else",
  "while",
  "until",
  "do",
]);
/** The words of a shell that no command follows. */
const others: ReadonlySet<string> = new Set(["}", "fi", "done", "for", "case", "esac", "function", "select"]);

/** The programs of lit that run the program after their own arguments. */
const wrappers: ReadonlySet<string> = new Set(["not", "env", "time", "timeout"]);

/** The words of a command; those that end a command of a pipeline stand alone. */
function split(command: string): { word: string; isOperator: boolean }[] {
  const result: { word: string; isOperator: boolean }[] = [];
  const token =
    /\s+|(?<operator>\|\||&&|\|&|\||;|\(|\))|(?<redirection>\d*(?:>>|>&|<|>)\s*(?:&?\d|[^\s|;&()<>]+)?)|(?<word>(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s|;()<>&'"\\]|&(?!&))+)|./gs;
  for (const { groups } of command.matchAll(token)) {
    if (groups?.["operator"]) result.push({ word: groups["operator"], isOperator: true });
    else if (groups?.["word"])
      result.push({
        word: groups["word"].replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs, (_, a, b, c) => a ?? b ?? c),
        isOperator: false,
      });
  }
  return result;
}

/** The programs that a command names, each once, in their order: `noisy-opt` and `FileCheck`
 * of `noisy-opt a | not FileCheck b`. */
export function programsOf(command: string): string[] {
  const result = new Set<string>();
  let isStart = true;
  let isWrapped = false;
  for (const { word, isOperator } of split(command)) {
    if (isOperator) {
      isStart = word !== ")";
      isWrapped = false;
      continue;
    }
    if (!isStart) continue;
    // The variables in front of a program, and the arguments of what runs it.
    if (/^[A-Za-z_]\w*=/.test(word) || prefixes.has(word)) continue;
    if (isWrapped && (/^-/.test(word) || /^[\d.]+[smh]?$/.test(word))) {
      // The next word may be the value of a short option.
      if (/^-[^-i]/.test(word)) isStart = false;
      continue;
    }
    isWrapped = wrappers.has(word);
    isStart = isWrapped;
    // Of what is not plainly a name, bash tells.
    if (!builtins.has(word) && !others.has(word) && /^[\w./+ -]+$/.test(word)) result.add(word);
  }
  return [...result];
}
