import { optional, text, webUrl, withDefault } from '../../../../../platform/config/environment.ts'
import { defineGateway } from '../../gateway-descriptor.ts'
import { recordSimulated } from '../record-simulated.ts'
import { adapterConfig, storedTerminal } from './config.ts'
import { payplusGateway } from './payplus.ts'
import { reportFile } from './report-file.ts'
import { mountSandbox } from './sandbox.ts'

const uid = text.regex(/^[\w-]{8,64}$/, { error: 'an id of the gateway' })

const variables = {
  PAYPLUS_API_KEY: optional(text),
  PAYPLUS_SECRET_KEY: optional(text),
  PAYPLUS_PAGE_UID: optional(uid),
  PAYPLUS_TERMINAL_UID: optional(uid),
  PAYPLUS_URL: withDefault(webUrl, 'https://restapi.payplus.co.il'),
  PAYPLUS_PAGE_URL: withDefault(webUrl, 'https://payments.payplus.co.il'),
}

const NEEDED = ['PAYPLUS_API_KEY', 'PAYPLUS_SECRET_KEY', 'PAYPLUS_PAGE_UID', 'PAYPLUS_TERMINAL_UID'] as const

/** PayPlus: payment link, refunds, history (REST API 1.0); docs.payplus.co.il. */
export const payplus = defineGateway({
  name: 'payplus',
  variables,
  fields: {
    api_key: { variable: 'PAYPLUS_API_KEY', secret: true },
    secret_key: { variable: 'PAYPLUS_SECRET_KEY', secret: true },
    page_uid: { variable: 'PAYPLUS_PAGE_UID', secret: false },
    terminal_uid: { variable: 'PAYPLUS_TERMINAL_UID', secret: false },
  },
  config: storedTerminal,
  secretFields: ['secret_key', 'token', 'token_uid', 'identification_number'],
  missingVariableError: (values) => {
    const missing = NEEDED.find((name) => values[name] === undefined)
    return missing && `${missing} is missing: PAYMENTS=payplus needs it.`
  },
  terminalOf: (values, sandbox) => {
    const terminalUid = values.PAYPLUS_TERMINAL_UID ?? 'sandbox-terminal'
    return {
      name: terminalUid,
      config: {
        apiKey: values.PAYPLUS_API_KEY ?? 'sandbox',
        secretKey: values.PAYPLUS_SECRET_KEY ?? 'sandbox',
        pageUid: values.PAYPLUS_PAGE_UID ?? 'sandbox-page',
        terminalUid,
        hosts: sandbox ? null : { base: values.PAYPLUS_URL, pageBase: values.PAYPLUS_PAGE_URL },
      },
    }
  },
  originsOf: ({ hosts }) => (hosts ? [new URL(hosts.pageBase).origin] : []),
  connect: (config, { publicUrl, now, fetch, emptyCodes }) =>
    payplusGateway(adapterConfig(config, publicUrl), {
      now,
      emptyCodes: emptyCodes['payplus'] ?? [],
      fetch,
    }),
  report: reportFile,
  sandbox: {
    mount: mountSandbox,
    recordTransactions: (tx, { terminalUid: terminal }, transactions) =>
      recordSimulated(tx, { terminal, chargeField: 'reference', refundField: 'reference' }, transactions),
  },
})
