// The substitutions of LLVM's lit in the command of a RUN line.

import * as path from "node:path";

/** What the substitutions stand for. */
export interface RunPlace {
  /** The file with the RUN line. */
  file: string;
  /** A folder for what the command writes. */
  temporary: string;
}

/** A substitution that only the project's own configuration of lit knows. */
export class UnknownSubstitution extends Error {
  readonly substitution: string;

  constructor(substitution: string) {
    super(`${substitution} is not one of lit's own substitutions`);
    this.substitution = substitution;
  }
}

/** A file whose name the shell would read as commands where it is needed. */
export class UnsafeName extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} cannot be quoted inside of a command in quotes`);
    this.file = file;
  }
}

/** The values of the substitutions, by their names without the percent sign. */
function valuesOf({ file, temporary }: RunPlace): Map<string, string> {
  const folder = path.dirname(file);
  const base = path.join(temporary, `${path.basename(file)}.tmp`);
  const values = new Map([
    ["s", file],
    ["S", folder],
    ["p", folder],
    ["t", base],
    ["T", temporary],
    ["basename_t", path.basename(file)],
    ["{s:basename}", path.basename(file)],
    ["{t:stem}", path.basename(file, path.extname(file))],
    ["{pathsep}", path.delimiter],
    ["%", "%"],
  ]);
  for (const name of ["s", "S", "p", "t", "T"]) values.set(`/${name}`, values.get(name)!);
  return values;
}

/** A text as a part of a shell's command, at a place inside of these quotes, which may have
 * commands in them: `"$(cat %s)"`. */
function quote(text: string, quotes: string, hasCommands: boolean): string {
  if (/^[\w./@%+=:,-]*$/.test(text)) return text;
  if (quotes === '"') {
    if (hasCommands) throw new UnsafeName(text);
    return text.replace(/["\\$`]/g, "\\$&");
  }
  const inner = text.replaceAll("'", "'\\''");
  return quotes === "'" ? inner : `'${inner}'`;
}

/** The command of a RUN line with `%s` and the like replaced. Throws
 * UnknownSubstitution for what the project has to define, and UnsafeName. */
export function substitute(command: string, place: RunPlace): string {
  const values = valuesOf(place);
  let result = "";
  let quotes = "";
  const hasCommands = /\$\(|`/.test(command);
  for (let index = 0; index < command.length; index++) {
    const letter = command[index]!;
    if (letter === "%") {
      const name = /^(?:%|\{[^}]*\}|\/?[A-Za-z]\w*)/.exec(command.slice(index + 1))?.[0];
      if (name !== undefined) {
        const known = knownPart(name, values);
        if (known === undefined) throw new UnknownSubstitution(`%${name}`);
        result += quote(values.get(known)!, quotes, hasCommands);
        index += known.length;
        continue;
      }
    }
    if (letter === "\\" && quotes !== "'") {
      result += letter + (command[++index] ?? "");
      continue;
    }
    if (letter === quotes) quotes = "";
    else if (!quotes && (letter === "'" || letter === '"')) quotes = letter;
    result += letter;
  }
  return result;
}

/** `name`, or `%t` at its beginning: files are called `%t1` and `%t_out`. */
function knownPart(name: string, values: ReadonlyMap<string, string>): string | undefined {
  if (values.has(name)) return name;
  return /^\/?[tT](?=[\d_])/.exec(name)?.[0];
}
