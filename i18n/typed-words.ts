// Written by write-typed-words.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
import type archivedWords from './words/he/archived.json'
import type authWords from './words/he/auth.json'
import type busyWords from './words/he/busy.json'
import type cashierWords from './words/he/cashier.json'
import type checkoutWords from './words/he/checkout.json'
import type couponsWords from './words/he/coupons.json'
import type errorsWords from './words/he/errors.json'
import type eventWords from './words/he/event.json'
import type exportWords from './words/he/export.json'
import type formsWords from './words/he/forms.json'
import type gatewayWords from './words/he/gateway.json'
import type homeWords from './words/he/home.json'
import type imagesWords from './words/he/images.json'
import type invitationsWords from './words/he/invitations.json'
import type legalWords from './words/he/legal.json'
import type messagesWords from './words/he/messages.json'
import type myWords from './words/he/my.json'
import type ordersWords from './words/he/orders.json'
import type partsWords from './words/he/parts.json'
import type passWords from './words/he/pass.json'
import type pdfWords from './words/he/pdf.json'
import type profileWords from './words/he/profile.json'
import type reportsWords from './words/he/reports.json'
import type roomWords from './words/he/room.json'
import type saleWords from './words/he/sale.json'
import type scanWords from './words/he/scan.json'
import type shellWords from './words/he/shell.json'
import type signupWords from './words/he/signup.json'
import type statesWords from './words/he/states.json'
import type summaryWords from './words/he/summary.json'
import type teamWords from './words/he/team.json'
import type termsWords from './words/he/terms.json'
import type ticketsWords from './words/he/tickets.json'
import type validationWords from './words/he/validation.json'
import type venuesWords from './words/he/venues.json'
import type waitWords from './words/he/wait.json'
import type welcomeWords from './words/he/welcome.json'
import type wizardWords from './words/he/wizard.json'

export interface Words {
  readonly archived: typeof archivedWords
  readonly auth: typeof authWords
  readonly busy: typeof busyWords
  readonly cashier: typeof cashierWords
  readonly checkout: typeof checkoutWords
  readonly coupons: typeof couponsWords
  readonly errors: typeof errorsWords
  readonly event: typeof eventWords
  readonly export: typeof exportWords
  readonly forms: typeof formsWords
  readonly gateway: typeof gatewayWords
  readonly home: typeof homeWords
  readonly images: typeof imagesWords
  readonly invitations: typeof invitationsWords
  readonly legal: typeof legalWords
  readonly messages: typeof messagesWords
  readonly my: typeof myWords
  readonly orders: typeof ordersWords
  readonly parts: typeof partsWords
  readonly pass: typeof passWords
  readonly pdf: typeof pdfWords
  readonly profile: typeof profileWords
  readonly reports: typeof reportsWords
  readonly room: typeof roomWords
  readonly sale: typeof saleWords
  readonly scan: typeof scanWords
  readonly shell: typeof shellWords
  readonly signup: typeof signupWords
  readonly states: typeof statesWords
  readonly summary: typeof summaryWords
  readonly team: typeof teamWords
  readonly terms: typeof termsWords
  readonly tickets: typeof ticketsWords
  readonly validation: typeof validationWords
  readonly venues: typeof venuesWords
  readonly wait: typeof waitWords
  readonly welcome: typeof welcomeWords
  readonly wizard: typeof wizardWords
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
