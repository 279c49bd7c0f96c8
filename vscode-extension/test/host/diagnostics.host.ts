import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually, suite } from "./suite.ts";
import { openFile } from "./documents.ts";

export const run = suite({
  "an overflow is an error with its code and where it comes from": async () => {
    const document = await openFile("overflow.mlir");

    const [error] = await eventually("a diagnostic", () => {
      const found = vscode.languages.getDiagnostics(document.uri);
      return found.length > 0 && found;
    });
    assert.match(error?.message ?? "", /^noise overflow: %p2 can have 48 = 24 \+ 24 bits of noise, limit 26/);
    assert.equal(error?.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(document.getText(error?.range), "%p2");
    assert.deepEqual(
      error?.relatedInformation?.map((related) => related.message),
      ["%p1 has 24 = 12 + 12", "%a has 12 (fresh encryption)", "%b has 12 (fresh encryption)"],
    );
  },
});
