import { readdirSync, writeFileSync } from 'node:fs'

// Writes typed-messages.ts from the Hebrew catalogues, so that a wrong key is a type error. Run after adding a namespace:
//   node i18n/write-typed-messages.ts

const namespaces = readdirSync(new URL('./messages/he/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

// the suffix keeps a namespace from colliding with a word of the language: `export`, `default`
const nameOf = (namespace: string): string =>
  `${namespace.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())}Words`

const text = `// Written by write-typed-messages.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
${namespaces.map((namespace) => `import type ${nameOf(namespace)} from './messages/he/${namespace}.json'`).join('\n')}

export interface Words {
${namespaces.map((namespace) => `  readonly ${/^\w+$/u.test(namespace) ? namespace : `'${namespace}'`}: typeof ${nameOf(namespace)}`).join('\n')}
}

export type Namespace = keyof Words
export type TypedWords = Defaults

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'parts'
    resources: Words
    returnNull: false
  }
}
`

writeFileSync(new URL('./typed-messages.ts', import.meta.url), text)
