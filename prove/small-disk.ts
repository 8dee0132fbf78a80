import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'

/** Why a small disk of its own cannot be made here; undefined when it can: only root may mount one. */
export const withoutMount = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It needs a small disk of its own: run it as root on Linux.'
  const folder = '/tmp/kartis-prove-mount'
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'It needs a small disk of its own, which this machine does not let anybody mount.'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Mounts a disk of so many megabytes at a folder, which is made. */
export const mountDisk = (folder: string, megabytes: number): void => {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
}

export const remount = (folder: string, how: 'ro' | 'rw'): void =>
  void execFileSync('mount', ['-o', `remount,${how}`, folder])

export const unmount = (folder: string): void => void execFileSync('umount', [folder])

/** Writes a file until the disk has no space left. */
export const fill = (file: string): void => {
  const block = Buffer.alloc(1 << 20)
  const handle = openSync(file, 'w')
  try {
    for (;;) writeSync(handle, block)
  } catch {
    // Full.
  } finally {
    closeSync(handle)
  }
}
