import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const HAS_MEMORY_FILES = process.platform === 'linux' && existsSync('/dev/shm')

/** Calls it in a process of its own; its folder and the permissions of it, as long as that process runs. */
const inProcess = (environment: Readonly<Record<string, string>>): { folder?: string; mode?: number } => {
  const code = `
    const { memoryFolder } = await import('./scripts/memory-folder.mjs')
    const { statSync } = await import('node:fs')
    const folder = memoryFolder()
    console.log(JSON.stringify(folder ? { folder, mode: statSync(folder).mode & 0o777 } : {}))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  })
  return JSON.parse(stdout) as { folder?: string; mode?: number }
}

describe.runIf(HAS_MEMORY_FILES)('the folder in memory for what tests write', () => {
  test('is left out where TMPDIR says where files belong', () => {
    expect(inProcess({ TMPDIR: '/tmp' })).toEqual({})
  })

  test('is one that other users can enter, and is removed when its process ends', () => {
    const { folder, mode } = inProcess({})
    // A machine with too little memory has none.
    if (folder === undefined) return
    expect(mode).toBe(0o755)
    expect(existsSync(folder)).toBe(false)
  })

  test('of a run that was killed is removed by the next one, and that of a run under way stays', () => {
    const [left, used] = [`/dev/shm/kartis-test-run-999999999-left`, `/dev/shm/kartis-test-run-${process.pid}-used`]
    for (const folder of [left, used]) mkdirSync(folder, { recursive: true })
    try {
      inProcess({})
      expect(readdirSync('/dev/shm')).not.toContain('kartis-test-run-999999999-left')
      expect(statSync(used).isDirectory()).toBe(true)
    } finally {
      for (const folder of [left, used]) rmSync(folder, { recursive: true, force: true })
    }
  })
})
