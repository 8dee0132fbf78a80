import { readdirSync, writeFileSync } from 'node:fs'

// Writes message-types.ts from the Hebrew catalogues, so that a wrong key is a type error. Run after adding a namespace:
//   node i18n/write-message-types.ts

const namespaces = readdirSync(new URL('./messages/he/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

// The suffix keeps a namespace from colliding with a keyword: `export`, `default`.
const nameOf = (namespace: string): string =>
  `${namespace.replaceAll(/-(\w)/gu, (_, initial: string) => initial.toUpperCase())}Messages`

const text = `// Written by write-message-types.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
${namespaces.map((namespace) => `import type ${nameOf(namespace)} from './messages/he/${namespace}.json'`).join('\n')}

export interface Messages {
${namespaces.map((namespace) => `  readonly ${/^\w+$/u.test(namespace) ? namespace : `'${namespace}'`}: typeof ${nameOf(namespace)}`).join('\n')}
}

export type Namespace = keyof Messages
export type TypedMessages = Defaults

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'components'
    resources: Messages
    returnNull: false
  }
}
`

writeFileSync(new URL('./message-types.ts', import.meta.url), text)
