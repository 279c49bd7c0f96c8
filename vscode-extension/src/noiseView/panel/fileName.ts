/** The name of the file that the graph of a function is exported to. Characters of the
 * function's name other than letters, digits, `_`, `-` and `.` become `_`. */
export function fileName(functionName: string, isAfter: boolean): string {
  const name = functionName.replace(/^@/, "").replace(/[^\p{L}\p{N}_.-]+/gu, "_");
  return `${name.replace(/^[_.]+|[_.]+$/g, "") || "function"}-noise${isAfter ? "-after" : ""}.svg`;
}
