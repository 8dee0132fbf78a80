// Written by write-typed-words.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
import type auth from './words/he/auth.json'
import type checkout from './words/he/checkout.json'
import type errors from './words/he/errors.json'
import type export from './words/he/export.json'
import type gateway from './words/he/gateway.json'
import type legal from './words/he/legal.json'
import type messages from './words/he/messages.json'
import type my from './words/he/my.json'
import type parts from './words/he/parts.json'
import type pass from './words/he/pass.json'
import type sale from './words/he/sale.json'
import type shell from './words/he/shell.json'
import type states from './words/he/states.json'
import type validation from './words/he/validation.json'
import type wizard from './words/he/wizard.json'

export interface Words {
  readonly auth: typeof auth
  readonly checkout: typeof checkout
  readonly errors: typeof errors
  readonly export: typeof export
  readonly gateway: typeof gateway
  readonly legal: typeof legal
  readonly messages: typeof messages
  readonly my: typeof my
  readonly parts: typeof parts
  readonly pass: typeof pass
  readonly sale: typeof sale
  readonly shell: typeof shell
  readonly states: typeof states
  readonly validation: typeof validation
  readonly wizard: typeof wizard
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
