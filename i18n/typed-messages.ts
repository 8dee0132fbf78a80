// Written by write-typed-messages.ts; run it after adding a namespace.
import type { CustomTypeOptions as Defaults } from 'i18next'
import type archivedWords from './messages/he/archived.json'
import type authWords from './messages/he/auth.json'
import type busyWords from './messages/he/busy.json'
import type cashierWords from './messages/he/cashier.json'
import type checkoutWords from './messages/he/checkout.json'
import type couponsWords from './messages/he/coupons.json'
import type errorsWords from './messages/he/errors.json'
import type eventWords from './messages/he/event.json'
import type exportWords from './messages/he/export.json'
import type formsWords from './messages/he/forms.json'
import type gatewayWords from './messages/he/gateway.json'
import type homeWords from './messages/he/home.json'
import type imagesWords from './messages/he/images.json'
import type invitationsWords from './messages/he/invitations.json'
import type legalWords from './messages/he/legal.json'
import type messagesWords from './messages/he/messages.json'
import type myWords from './messages/he/my.json'
import type ordersWords from './messages/he/orders.json'
import type partsWords from './messages/he/parts.json'
import type passWords from './messages/he/pass.json'
import type pdfWords from './messages/he/pdf.json'
import type profileWords from './messages/he/profile.json'
import type reportsWords from './messages/he/reports.json'
import type roomWords from './messages/he/room.json'
import type saleWords from './messages/he/sale.json'
import type scanWords from './messages/he/scan.json'
import type shellWords from './messages/he/shell.json'
import type signupWords from './messages/he/signup.json'
import type statesWords from './messages/he/states.json'
import type summaryWords from './messages/he/summary.json'
import type teamWords from './messages/he/team.json'
import type termsWords from './messages/he/terms.json'
import type ticketsWords from './messages/he/tickets.json'
import type validationWords from './messages/he/validation.json'
import type venuesWords from './messages/he/venues.json'
import type waitWords from './messages/he/wait.json'
import type welcomeWords from './messages/he/welcome.json'
import type wizardWords from './messages/he/wizard.json'

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
