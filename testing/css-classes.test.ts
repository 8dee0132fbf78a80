import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = globSync('{producer,ui,storefront,seat-map}/**/*.tsx', {
  cwd: ROOT,
  exclude: (name) => /node_modules|dist/.test(name),
})
const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm
const MEMBER = /\b(\w+)\.([a-zA-Z]\w*)(?!\.css|\w)/g
const CLASS = /\.([a-zA-Z][\w-]*)/g

/** Classes that a component takes from a style sheet which does not have them: it was renamed in one of the two. */
const missingIn = (file: string): string[] => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  return [...source.matchAll(IMPORT)].flatMap(([, name, path = '']) => {
    const sheet = readFileSync(join(ROOT, dirname(file), path), 'utf8')
    const classes = new Set([...sheet.matchAll(CLASS)].map(([, found]) => found))
    const code = source.replaceAll(/from '[^']+'/g, '')
    return [...code.matchAll(MEMBER)]
      .filter(([, object, member]) => object === name && !classes.has(member))
      .map(([found]) => `${file}: ${found}`)
  })
}

it('every class that a component names is in its style sheet', () => {
  expect(SOURCES.length).toBeGreaterThan(400)
  expect(SOURCES.flatMap(missingIn)).toEqual([])
})
