import { oneOf, optional, text, webUrl, withDefault } from '../../../../../platform/config/environment.ts'
import { defineGateway } from '../../gateway-descriptor.ts'
import { adapterConfig, storedTerminal } from './config.ts'
import { recordSimulated } from '../record-simulated.ts'
import { reportFile } from './report-file.ts'
import { mountSandbox } from './sandbox.ts'
import { tranzilaGateway } from './tranzila.ts'

const variables = {
  TRANZILA_TERMINAL: optional(text.regex(/^[A-Za-z0-9_-]{2,40}$/, { error: 'the name of a terminal' })),
  TRANZILA_APP_KEY: optional(text),
  TRANZILA_SECRET: optional(text),
  TRANZILA_PW: optional(text),
  TRANZILA_HANDSHAKE: withDefault(oneOf('v1', 'v2'), 'v2'),
  TRANZILA_REFERENCE_FIELD: withDefault(
    text.regex(/^[A-Za-z][A-Za-z0-9_]{1,39}$/, { error: 'the name of a user-defined field of the terminal' }),
    'kartis_payment',
  ),
  TRANZILA_VOID: withDefault(oneOf('on', 'off'), 'off'),
  TRANZILA_API_URL: withDefault(webUrl, 'https://api.tranzila.com'),
  TRANZILA_REPORT_URL: withDefault(webUrl, 'https://report.tranzila.com'),
  TRANZILA_IFRAME_URL: withDefault(webUrl, 'https://directng.tranzila.com'),
}

const originOf = (url: string): string => new URL(url).origin

/** Tranzila: hosted payment page, card readers, refunds; docs.tranzila.com. */
export const tranzila = defineGateway({
  name: 'tranzila',
  variables,
  fields: {
    terminal: { variable: 'TRANZILA_TERMINAL', secret: false },
    app_key: { variable: 'TRANZILA_APP_KEY', secret: true },
    secret: { variable: 'TRANZILA_SECRET', secret: true },
  },
  config: storedTerminal,
  secretFields: ['TranzilaTK', 'ccno', 'myid'],
  missingVariableError: (values) => {
    const needed = (['TRANZILA_TERMINAL', 'TRANZILA_APP_KEY', 'TRANZILA_SECRET'] as const).find(
      (name) => values[name] === undefined,
    )
    if (needed) return `${needed} is missing: PAYMENTS=tranzila needs it.`
    return values.TRANZILA_HANDSHAKE === 'v1' && values.TRANZILA_PW === undefined
      ? 'TRANZILA_PW is missing: TRANZILA_HANDSHAKE=v1 needs it.'
      : undefined
  },
  terminalOf: (values, sandbox) => {
    const terminal = values.TRANZILA_TERMINAL ?? 'kartis'
    return {
      name: terminal,
      config: {
        terminal,
        appKey: values.TRANZILA_APP_KEY ?? 'sandbox',
        secret: values.TRANZILA_SECRET ?? 'sandbox',
        password: values.TRANZILA_PW ?? 'sandbox',
        referenceField: values.TRANZILA_REFERENCE_FIELD,
        handshakeVersion: values.TRANZILA_HANDSHAKE,
        voids: sandbox || values.TRANZILA_VOID === 'on',
        hosts: sandbox
          ? null
          : {
              apiBase: values.TRANZILA_API_URL,
              reportBase: values.TRANZILA_REPORT_URL,
              pageBase: values.TRANZILA_IFRAME_URL,
            },
      },
    }
  },
  originsOf: ({ hosts: real }) => (real ? [...new Set([originOf(real.pageBase), originOf(real.apiBase)])] : []),
  connect: (config, { publicUrl, now, fetch, emptyCodes }) =>
    tranzilaGateway(adapterConfig(config, publicUrl), {
      now,
      emptyCodes: emptyCodes['tranzila'] ?? [],
      fetch,
    }),
  report: reportFile,
  sandbox: {
    mount: mountSandbox,
    recordTransactions: (tx, { terminal, referenceField: field }, transactions) =>
      recordSimulated(tx, { terminal, chargeField: field, refundField: field }, transactions),
  },
})
