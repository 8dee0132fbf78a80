// Refuses retired names in code, comments and documentation, and says what to write instead: one part of `npm run check`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ALLOWED, NAMES, PARTS, PREFIXES, PROSE } from './language/rules.mjs'
import { scan } from './language/tokens.mjs'
import { ROOT } from './lib.mjs'

const SOURCE = /\.(?:ts|tsx|mjs|cjs)$/
const DOCUMENT = /\.md$/
const prose = new RegExp(String.raw`\b(?:${Object.keys(PROSE).join('|')})\b`, 'gi')

const isField = (name) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)

const partsOf = (name) =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$\-./]+/).map((part) => part.toLowerCase())

const replacementOf = (name) => {
  if (isField(name)) return undefined
  const parts = partsOf(name)
  if (PREFIXES[parts[0]] && parts.length > 1) return [parts[0], PREFIXES[parts[0]]]
  if (Object.hasOwn(NAMES, name)) return [name, NAMES[name]]
  const part = parts.find((candidate) => Object.hasOwn(PARTS, candidate))
  return part ? [part, PARTS[part]] : undefined
}

const isAllowed = (path, name) =>
  ALLOWED.some((entry) => (entry.path?.test(path) ?? true) && (entry.name?.test(name) ?? true))

const lineAt = (text, offset) => {
  const start = text.lastIndexOf('\n', offset) + 1
  const end = text.indexOf('\n', offset)
  return { number: text.slice(0, offset).split('\n').length, text: text.slice(start, end < 0 ? undefined : end) }
}

const findingsIn = (path, text) => {
  const findings = []
  const add = (offset, word, instead, context) => {
    if (!isAllowed(path, context)) findings.push({ path, line: lineAt(text, offset).number, word, instead })
  }
  const checkProse = (content, start) => {
    for (const match of content.matchAll(prose)) {
      const word = match[0].toLowerCase()
      const offset = start + match.index
      add(offset, word, PROSE[word], lineAt(text, offset).text)
    }
  }
  const checkName = (name, offset) => {
    const found = replacementOf(name)
    // `...rest` is the name of the language for what is left of a destructured object.
    if (found && !(name === 'rest' && text.slice(offset - 3, offset) === '...')) add(offset, ...found, name)
  }
  if (SOURCE.test(path)) {
    const file = replacementOf(path.split('/').at(-1).replace(/\..*$/, ''))
    if (file) add(0, ...file, path)
    scan(text, (kind, content, offset) => {
      if (kind === 'identifier') checkName(content, offset)
      // A sentence: test titles, log messages, SQL. Keys, paths and single words belong to interfaces.
      else if (kind === 'comment' || / .* /.test(content)) checkProse(content, offset)
    })
  } else checkProse(text, 0)
  return findings
}

const tracked = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => (SOURCE.test(path) || DOCUMENT.test(path)) && existsSync(join(ROOT, path)))

/** Every retired name of the repository: `{ path, line, word, instead }`. */
export const retiredNames = () => tracked().flatMap((path) => findingsIn(path, readFileSync(join(ROOT, path), 'utf8')))

/** Prints the retired names; returns the exit code. */
export const language = () => {
  const findings = retiredNames()
  for (const { path, line, word, instead } of findings.slice(0, 100))
    console.error(`${path}:${line}  "${word}" is retired: write ${instead}`)
  return findings.length > 0 ? 1 : 0
}

/** Retired names by folder, for `--report`. */
const report = () => {
  const counts = {}
  for (const { path, word } of retiredNames()) {
    const folder =
      path
        .split('/')
        .slice(0, path.startsWith('server/modules/') ? 4 : 3)
        .slice(0, path.split('/').length - 1)
        .join('/') || '.'
    counts[folder] ??= {}
    counts[folder][word] = (counts[folder][word] ?? 0) + 1
  }
  for (const [folder, words] of Object.entries(counts).sort()) {
    const sum = Object.values(words).reduce((total, count) => total + count, 0)
    const list = Object.entries(words)
      .sort(([, a], [, b]) => b - a)
      .map(([word, count]) => `${word} ${count}`)
    console.log(`${String(sum).padStart(5)}  ${folder}: ${list.join(', ')}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) process.exit(language())
  if (folder === '--report') report()
  for (const { path, line, word, instead } of retiredNames())
    if (path.startsWith(folder)) console.log(`${path}:${line}  "${word}" is retired: write ${instead}`)
}
