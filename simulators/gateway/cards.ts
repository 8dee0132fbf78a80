/** A test card. Brand, issuer and acquirer are SHVA's codes. */
export interface SandboxCard {
  readonly number: string
  readonly brand: string
  readonly issuer: string
  readonly acquirer: string
  readonly foreign: boolean
  /** SHVA's response code. */
  readonly response: string
  /** Seconds after the charge at which a notify is sent; three entries are three notifies. */
  readonly notifyAfter: readonly number[]
  /** The issuer asks the buyer to confirm the charge (3-D Secure). */
  readonly challenge?: true
  /** Its issuer takes no refund: one is refused for good. */
  readonly takesNoRefund?: true
  /** A phone wallet, which has no card number. */
  readonly wallet?: 'bit'
  /** Its name in the list on the page (`gateway:cards.<label>`); cards without one are accepted but not shown. */
  readonly label?: string
}

const AT_ONCE = [0]
const VISA_CAL = { brand: '2', issuer: '2', acquirer: '2', foreign: false, notifyAfter: AT_ONCE }
const declined = (number: string, response: string, label?: string): SandboxCard => ({
  ...VISA_CAL,
  number,
  response,
  label,
})

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { ...VISA_CAL, number: '4580000000001008', response: '000', label: 'visa' },
  {
    number: '5326100000001002',
    brand: '1',
    issuer: '1',
    acquirer: '1',
    foreign: false,
    response: '000',
    notifyAfter: AT_ONCE,
    label: 'mastercard',
  },
  {
    number: '36400000000109',
    brand: '3',
    issuer: '3',
    acquirer: '2',
    foreign: false,
    response: '000',
    notifyAfter: AT_ONCE,
    label: 'diners',
  },
  {
    number: '375510000000104',
    brand: '4',
    issuer: '4',
    acquirer: '1',
    foreign: false,
    response: '000',
    notifyAfter: AT_ONCE,
    label: 'amex',
  },
  {
    number: '4444333322221111',
    brand: '2',
    issuer: '0',
    acquirer: '2',
    foreign: true,
    response: '000',
    notifyAfter: AT_ONCE,
    label: 'tourist',
  },
  declined('4580000000004002', '004', 'declined'),
  { ...VISA_CAL, number: '4580000000000026', response: '000', notifyAfter: [20], label: 'late' },
  { ...VISA_CAL, number: '4580000000000034', response: '000', notifyAfter: [0, 0, 0], label: 'thrice' },
  { ...VISA_CAL, number: '4580000000000042', response: '000', challenge: true, label: 'three_ds' },
  { ...VISA_CAL, number: '4580000000000059', response: '000', takesNoRefund: true, label: 'no_refund' },
  declined('4580000000003004', '003'),
  declined('4580000000006007', '006'),
  declined('4580000000015008', '015'),
  { number: '12312312', brand: '5', issuer: '1', acquirer: '1', foreign: false, response: '000', notifyAfter: AT_ONCE },
  {
    number: '5555555555554444',
    brand: '1',
    issuer: '0',
    acquirer: '1',
    foreign: true,
    response: '000',
    notifyAfter: AT_ONCE,
  },
]

/** What a payment with Bit is charged as; the number is no card's. */
export const BIT: SandboxCard = { ...VISA_CAL, number: '0000', brand: '0', response: '000', wallet: 'bit' }

const BY_NUMBER = new Map(SANDBOX_CARDS.map((card) => [card.number, card]))

export const findCard = (digits: string): SandboxCard | undefined => BY_NUMBER.get(digits)

const NO_REFUND = new Set(SANDBOX_CARDS.filter((card) => card.takesNoRefund).map(({ number }) => number.slice(-4)))

/** SHVA's code of a refusal by the card company. */
export const REFUSED_BY_ISSUER = '004'

/** Whether refunds to the card of a charge are refused for good; of the card the gateway stores the last digits alone. */
export const takesRefund = (last4: string): boolean => !NO_REFUND.has(last4)
