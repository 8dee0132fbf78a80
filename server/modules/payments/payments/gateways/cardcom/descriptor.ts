import { optional, text, webUrl, withDefault } from '../../../../../platform/config/environment.ts'
import { defineGateway } from '../../gateway-descriptor.ts'
import { recordSimulated } from '../record-simulated.ts'
import { cardcomGateway } from './cardcom.ts'
import { adapterConfig, storedTerminal } from './config.ts'
import { reportFile } from './report-file.ts'
import { mountSandbox } from './sandbox.ts'

const variables = {
  CARDCOM_TERMINAL: optional(text.regex(/^\d{1,9}$/, { error: 'the number of a terminal' })),
  CARDCOM_API_NAME: optional(text),
  CARDCOM_API_PASSWORD: optional(text),
  CARDCOM_BENEFICIARY: optional(text.regex(/^\d{1,15}$/, { error: 'the number of a business' })),
  CARDCOM_URL: withDefault(webUrl, 'https://secure.cardcom.solutions'),
}

/** CardCom's terminal for tests, in the simulator too. */
const TEST_TERMINAL = 1000

/** CardCom: low-profile payment page, refunds, list of transactions (API v11). */
export const cardcom = defineGateway({
  name: 'cardcom',
  variables,
  fields: {
    terminal: { variable: 'CARDCOM_TERMINAL', secret: false },
    api_name: { variable: 'CARDCOM_API_NAME', secret: false },
    api_password: { variable: 'CARDCOM_API_PASSWORD', secret: true },
  },
  config: storedTerminal,
  secretFields: ['ApiPassword', 'UserPassword', 'CardOwnerIdentityNumber', 'Token'],
  missingVariableError: (values) => {
    const missing = (['CARDCOM_TERMINAL', 'CARDCOM_API_NAME', 'CARDCOM_API_PASSWORD'] as const).find(
      (name) => values[name] === undefined,
    )
    return missing && `${missing} is missing: PAYMENTS=cardcom needs it.`
  },
  terminalOf: (values, sandbox) => {
    const terminal = Number(values.CARDCOM_TERMINAL ?? TEST_TERMINAL)
    return {
      name: String(terminal),
      config: {
        terminal,
        apiName: values.CARDCOM_API_NAME ?? 'sandbox',
        apiPassword: values.CARDCOM_API_PASSWORD ?? 'sandbox',
        ...(values.CARDCOM_BENEFICIARY !== undefined && { beneficiary: values.CARDCOM_BENEFICIARY }),
        base: sandbox ? null : values.CARDCOM_URL,
      },
    }
  },
  originsOf: ({ base }) => (base === null ? [] : [new URL(base).origin]),
  connect: (config, { publicUrl, now, fetch, emptyCodes }) =>
    cardcomGateway(adapterConfig(config, publicUrl), {
      now,
      emptyCodes: emptyCodes['cardcom'] ?? [],
      fetch,
    }),
  report: reportFile,
  sandbox: {
    mount: mountSandbox,
    recordTransactions: (tx, { terminal }, transactions) =>
      recordSimulated(
        tx,
        { terminal: String(terminal), chargeField: 'reference', refundField: 'refund' },
        transactions,
      ),
  },
})
