// Writes the settings of the server into package.json, in front of the extension's own (whose `order` is 100 and
// up), and all of them into the table in README.md.
//
// usage: node tools/make-settings.mjs [--check] NOISY_LSP_SERVER
//
// With --check nothing is written; it ends with 1 where something would change.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

const firstOwnOrder = 100;

/** The members of a setting in the order in which they are written. */
const members = [
  "type",
  "items",
  "enum",
  "enumDescriptions",
  "default",
  "minimum",
  "maximum",
  "pattern",
  "patternErrorMessage",
  "scope",
  "order",
  "markdownDescription",
];

function fail(message) {
  console.error(`make-settings: ${message}`);
  process.exit(2);
}

/** The settings of the server, by its own account. */
function readSchema(program) {
  let schema;
  try {
    schema = JSON.parse(execFileSync(program, ["--print-settings=schema"], { encoding: "utf8" }));
  } catch (error) {
    fail(`${program} does not tell its settings: ${error.message}`);
  }
  for (const [name, setting] of Object.entries(schema)) {
    if (!(setting.order < firstOwnOrder)) fail(`${name} has the order of a setting of the extension`);
    for (const member of Object.keys(setting))
      if (!members.includes(member))
        fail(`${name} has a member ${member}, of which this tool does not know the place`);
  }
  return schema;
}

/** The next properties of the configuration. */
function merge(schema, written) {
  const own = Object.entries(written).filter(([, setting]) => setting.order >= firstOwnOrder);
  for (const [name] of own)
    if (name in schema) fail(`${name} is a setting of the server and of the extension`);
  const served = Object.entries(schema)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([name, setting]) => [
      name,
      Object.fromEntries(
        members.filter((member) => member in setting).map((member) => [member, setting[member]]),
      ),
    ]);
  return Object.fromEntries([...served, ...own]);
}

const code = (value) => `\`${JSON.stringify(value)}\``;

function describeValues(setting) {
  if (setting.enum)
    return setting.enum
      .map(
        (value, index) =>
          code(value) + (setting.enumDescriptions ? ` (${setting.enumDescriptions[index]})` : ""),
      )
      .join(", ");
  const bounds = "minimum" in setting ? ` from ${setting.minimum} to ${setting.maximum}` : "";
  switch (setting.type) {
    case "boolean":
      return "`true`, `false`";
    case "string":
      return "text";
    case "integer":
      return `a whole number${bounds}`;
    case "number":
      return `a number${bounds}`;
    case "array":
      return "a list of texts";
    default:
      return fail(`a setting of type ${setting.type} cannot be described`);
  }
}

function makeTable(properties) {
  // `#name#` is a link in VS Code's settings, and `|` ends a cell.
  const cell = (text) => text.replace(/`#([^`#]+)#`/g, "`$1`").replaceAll("|", "\\|");
  const rows = Object.entries(properties).map(([name, setting]) =>
    [`\`${name}\``, describeValues(setting), code(setting.default), setting.markdownDescription]
      .map(cell)
      .join(" | "),
  );
  return ["| setting | values | default | |", "|---|---|---|---|", ...rows.map((row) => `| ${row} |`)].join(
    "\n",
  );
}

/** The text with the table between its marks. */
function putTable(text, table) {
  const marks = /^(<!-- settings: .*-->\n)[^]*?(?=^<!-- end of settings -->$)/m;
  if (!marks.test(text)) fail("README.md has no marks for the table of settings");
  return text.replace(marks, (_, mark) => `${mark}${table}\n`);
}

const options = process.argv.slice(2);
const isCheck = options[0] === "--check";
const [program, ...more] = isCheck ? options.slice(1) : options;
if (!program || more.length > 0) fail("usage: node tools/make-settings.mjs [--check] NOISY_LSP_SERVER");

const fileOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const manifestFile = fileOf("package.json");
const readmeFile = fileOf("README.md");

const manifest = JSON.parse(await readFile(manifestFile, "utf8"));
const configuration = manifest.contributes.configuration;
configuration.properties = merge(readSchema(program), configuration.properties);
const style = await prettier.resolveConfig(manifestFile);
const texts = {
  [manifestFile]: await prettier.format(JSON.stringify(manifest), { ...style, filepath: manifestFile }),
  [readmeFile]: putTable(await readFile(readmeFile, "utf8"), makeTable(configuration.properties)),
};
for (const [file, text] of Object.entries(texts)) {
  if ((await readFile(file, "utf8")) === text) continue;
  if (isCheck) {
    console.error(`${file} does not have the settings of ${program}: ./dev docs writes them`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
  }
}
