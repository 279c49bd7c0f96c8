// What package.json promises.

import * as assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { examples } from "../../src/commands/exampleList.ts";
import { extensionFolder } from "../support/paths.ts";

const { contributes, categories } = JSON.parse(readFileSync(join(extensionFolder, "package.json"), "utf8"));
const commands: { command: string; category: string }[] = contributes.commands;

test("all examples are in the list, and there are no others", () => {
  const files = readdirSync(join(extensionFolder, "../examples")).filter((name) => name.endsWith(".mlir"));
  assert.deepEqual(examples.map(({ file }) => file).sort(), files.sort());
});

test("each step of the walkthrough has its picture, and commands that there are", () => {
  assert.equal(contributes.walkthroughs.length, 1);
  const [{ steps }] = contributes.walkthroughs;
  assert.equal(steps.length, 5);
  const known = new Set(commands.map(({ command }) => command));
  for (const { description, media, completionEvents } of steps) {
    const { dark, light, hc, hcLight } = media.image;
    for (const image of [dark, light, hc, hcLight])
      assert.ok(existsSync(join(extensionFolder, image)), image);
    assert.notEqual(light, dark);
    assert.ok(completionEvents.length > 0 && !completionEvents.includes("onStepSelected"));
    const links = [...description.matchAll(/\(command:([^)?]*)(?:\?([^)]*))?\)/g)];
    assert.ok(links.length > 0, description);
    for (const [, command, argument] of links) {
      assert.ok(known.has(command) || command.startsWith("workbench.action."), command);
      if (argument !== undefined) JSON.parse(decodeURIComponent(argument));
      if (command === "noisy.openExample" && argument !== undefined)
        assert.ok(examples.some(({ file }) => file === JSON.parse(decodeURIComponent(argument))[0]));
    }
  }
});

test("each command is found by the name of the language", () => {
  for (const { command, category } of commands) assert.match(category, /mlir/i, command);
});

test("the extension is found as a formatter, too", () => {
  assert.ok(categories.includes("Formatters"));
});

test("Enter takes a row of a list only where that changes the text", () => {
  assert.equal(contributes.configurationDefaults["[mlir]"]["editor.acceptSuggestionOnEnter"], "smart");
});

test("the schema of .noisy.yaml has what the server reads", () => {
  const [{ fileMatch, url }] = contributes.yamlValidation;
  assert.equal(fileMatch, ".noisy.yaml");
  const schema = JSON.parse(readFileSync(join(extensionFolder, url), "utf8"));
  const rules = join(extensionFolder, "../dialect/rules");
  const packs = readdirSync(join(rules, "packs")).map((name) => name.replace(".yaml", ""));
  assert.deepEqual(schema.properties.use.items.enum, packs.sort());
  const reader = readFileSync(join(rules, "RulesReader.cpp"), "utf8");
  for (const key of Object.keys(schema.properties)) assert.ok(reader.includes(`"${key}"`), key);
});
