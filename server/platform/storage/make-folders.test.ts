import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder, makeFolders } from './make-folders.ts'

const home = mkdtempSync(join(tmpdir(), 'kartis-folders-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('folders are made with those above them, and once more changes nothing', () => {
  const path = join(home, 'a/b/c')
  makeFolders(path, { mode: 0o700 })
  makeFolders(path)
  expect(statSync(path).isDirectory()).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

// Node's own recursive mkdir never ends there.
test.runIf(process.platform === 'linux')('a folder that takes no folders is refused at once, in one line', () => {
  expect(() => makeDataFolder('/proc/kartis/postgres')).toThrow(/^DATA_DIR is wrong: .+ \(ENOENT\), it must be .+\.$/)
})

test('a file in the way is refused in one line', () => {
  writeFileSync(join(home, 'file'), '')
  expect(() => makeDataFolder(join(home, 'file/keys'))).toThrow(/^DATA_DIR is wrong: .+ \(ENOTDIR\)/)
})
