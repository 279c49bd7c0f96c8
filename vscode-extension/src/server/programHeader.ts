// The system that a program is for, by its first bytes.

/** A system; `arch` as in `process.arch`, missing where a program is for several. */
export interface ProgramTarget {
  system: "Linux" | "macOS" | "Windows";
  arch?: string;
}

/** The number of bytes that readTarget needs. */
export const headerSize = 4096;

const elfMachines: Record<number, string> = { 3: "ia32", 40: "arm", 62: "x64", 183: "arm64", 243: "riscv64" };
const machMachines: Record<number, string> = { 0x01000007: "x64", 0x0100000c: "arm64" };
const peMachines: Record<number, string> = { 0x14c: "ia32", 0x8664: "x64", 0xaa64: "arm64" };

function target(system: ProgramTarget["system"], arch: string | undefined): ProgramTarget {
  return arch === undefined ? { system } : { system, arch };
}

/** The system that a program is for; undefined for scripts and other files. */
export function readTarget(header: Uint8Array): ProgramTarget | undefined {
  if (header.length < 20) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const magic = view.getUint32(0);
  if (magic === 0x7f454c46) {
    // Other systems have ELF as well, but VS Code runs on none of them.
    const isLittle = view.getUint8(5) === 1;
    return target("Linux", elfMachines[view.getUint16(18, isLittle)]);
  }
  if (magic === 0xcffaedfe) return target("macOS", machMachines[view.getUint32(4, true)]);
  if (magic === 0xcafebabe) return { system: "macOS" };
  if (view.getUint16(0) === 0x4d5a) {
    if (header.length < 64) return { system: "Windows" };
    const offset = view.getUint32(60, true);
    const arch = offset + 6 <= header.length ? peMachines[view.getUint16(offset + 4, true)] : undefined;
    return target("Windows", arch);
  }
  return undefined;
}

/** "Linux on arm64". */
export function describeTarget({ system, arch }: ProgramTarget): string {
  return arch === undefined ? system : `${system} on ${arch}`;
}

/** The system of this machine; undefined for other systems than these three. */
export function targetOf(platform: string, arch: string): ProgramTarget | undefined {
  const systems: Record<string, ProgramTarget["system"]> = {
    linux: "Linux",
    darwin: "macOS",
    win32: "Windows",
  };
  const system = systems[platform];
  return system && { system, arch };
}
