/**
 * The limits that more than one package needs; those of one file stand in that file. Units are in the names. Dated figures (VAT,
 * fee contracts) are rows in the database.
 */

/** One-time codes: strict enough against guessing and SMS pumping, loose enough for a slow SMS. */
export const OTP = {
  digits: 6,
  ttlSeconds: 5 * 60,
  tries: 5,
  /** Wait before the first, second and every later resend. */
  resendSeconds: [30, 60, 120],
  /** From one network: a stranger uses up his own allowance for a phone, not that of its owner. */
  sendsPerPhonePerHour: 5,
  sendsPerPhonePerDay: 10,
  /** From all networks together, against a flood of SMS from many. */
  sendsToPhonePerMinute: 3,
  sendsToPhonePerHour: 15,
  sendsToPhonePerDay: 40,
  sendsPerAddressPerHour: 20,
  /** How long a network counts as one from which the phone's owner signs in: it is not counted with all networks. */
  knownNetworkDays: 180,
  /**
   * To phones of other countries, which cost several times as much and pay the networks that receive them: from one network,
   * and of the installation. Devices that have proved their phone do not count for the installation.
   */
  foreignSendsPerAddressPerHour: 5,
  foreignSendsPerHour: 200,
} as const

/** How old the last sign-in or re-authentication may be when bank details, payouts or roles are changed. */
export const FRESH_PROOF = { seconds: 10 * 60 } as const

/** How long the security log is kept; the regulations on the security of personal data ask for 24 months at least. */
export const SECURITY_LOG = { months: 24 } as const

/**
 * How long a reservation lasts: ten minutes to fill in the details. Starting a payment gives at least ten more,
 * since the gateway's page is slow to leave. No order lives longer than one whose only payment started in the last second:
 * more payments, other coupons and steps back lock no stock beyond that.
 */
export const HOLD = {
  minutes: 10,
  paymentMinutes: 10,
  maxMinutes: 20,
  /** How long before the end a buyer may ask for more time. */
  extendWithinMinutes: 3,
} as const

/**
 * Messages about what nobody paid for: free orders, invitations, tickets sent again. Whoever causes them does so at no
 * cost, to any address, so each list says how many in how many seconds. Codes have limits of their own (`OTP`).
 */
export const UNPAID_MESSAGES = {
  /** To one phone or e-mail address. */
  recipient: [
    { max: 3, seconds: 60 },
    { max: 10, seconds: 3600 },
    { max: 20, seconds: 86_400 },
  ],
  /** Caused from one network by buyers: by free orders, and by tickets sent again to the holder of a link. */
  network: [
    { max: 60, seconds: 3600 },
    { max: 200, seconds: 86_400 },
  ],
  /** Caused by one account: by its invitations and its free events. */
  account: [{ max: 2000, seconds: 86_400 }],
  /** Invitations of an account that is new (`NEW_ACCOUNTS`), and of one member in all accounts that are. */
  newAccount: [{ max: 300, seconds: 86_400 }],
  newAccountMember: [{ max: 300, seconds: 86_400 }],
  /** Caused by one member, in all accounts. */
  member: [{ max: 2000, seconds: 86_400 }],
  /** Caused from one network by members of any accounts. */
  memberNetwork: [{ max: 3000, seconds: 86_400 }],
  /** Of the installation. */
  all: [{ max: 20_000, seconds: 86_400 }],
} as const

/** Tickets as a PDF: requests for one order, and renderings for one network, in ten minutes. A page takes about ten milliseconds. */
export const TICKETS_PDF = { order: { max: 60, seconds: 600 }, network: { max: 300, seconds: 600 } } as const

/**
 * Tickets that buyers give to other people: how long an offer stands, offers of one order in an hour, and what one network may
 * look at and accept.
 */
export const TICKET_TRANSFER = {
  offerHours: 48,
  offers: { max: 60, seconds: 3600 },
  accepts: { max: 60, seconds: 3600 },
} as const

/** Accounts that one user may open in a day: each has budgets of its own, smaller ones for its first `days`. */
export const NEW_ACCOUNTS = { max: 10, seconds: 86_400, days: 7 } as const

/**
 * Visitors of a sale page that one network may add: to those who watch it now, and to its views of a day. Clients name their
 * visitors themselves, and a household, an office or a part of a mobile operator shares a network.
 */
export const VISITORS = { watching: 20, viewsPerDay: 500 } as const

/** Free orders in a day whose phone is not verified: of one phone, and of one network. The next one needs a code. */
export const UNVERIFIED_FREE_ORDERS = { phone: 3, network: 30 } as const

/** Seats that one call of a producer may change. */
export const SEAT_CHANGE = { maxSeats: 10_000 } as const

/**
 * What may be held of one event without having been paid. A network is an address, which a household, an office or a part
 * of a mobile operator shares: its anonymous buyers hold a small share together, and those with a verified phone a larger one.
 */
export const OPEN_HOLDS = {
  networkPercent: 3,
  /**
   * The smallest share: so many percent, at most and at least so many tickets. It counts for the event and for each ticket
   * type, so that nobody takes all of the few places of one.
   */
  networkSmallPercent: 10,
  networkTickets: 20,
  networkLeastTickets: 6,
  /**
   * What a network gave back, or let expire, counts for so long: with what it holds it may be so many times its share. Holding
   * and giving back in turn, for hours, keeps tickets from others too.
   */
  returnedMinutes: 30,
  returnedShares: 2,
  verifiedPercent: 10,
  verifiedTickets: 40,
  /** Open orders of one device, and of one verified phone. */
  orders: 3,
} as const

/**
 * Declined cards, so that nobody tries out stolen ones at a producer’s terminal: of one order, and of the network that
 * reserved, whose signed-in buyers may go on. A network may be a part of a mobile operator, where some are declined every minute.
 */
export const DECLINED_CARDS = { order: 8, network: { max: 60, seconds: 600 } } as const

/** The waiting room of a sale. Its settings are the producer's; these are fixed for the installation. */
export const WAITING_ROOM = {
  /** How long an admitted place is kept free for whoever may have closed the page. */
  claimSeconds: 60,
  /** Validity of a pass without a reservation, and the number of reservations that one pass allows. */
  passMinutes: 10,
  passUses: 5,
  /** Before the opening, places are given this long; earlier there is nothing to be gained by waiting. */
  lobbyMinutes: 60,
  /** With nobody waiting and few arrivals for this long, a room that opened automatically closes. */
  calmSeconds: 120,
  /** Period over which the pace is measured. */
  measureSeconds: 300,
  maxInside: { least: 1, most: 20_000 },
  pace: { least: 1, most: 60_000 },
  threshold: { least: 1, most: 10_000 },
  workBits: { least: 0, most: 22 },
  /** The work of a room that nobody has set, the same as the default of its column. */
  usualWorkBits: 16,
} as const
export const EVENT = {
  minCategories: 1,
  maxCategories: 4,
  maxNameChars: 140,
  maxDescriptionChars: 40_000,
  maxAccessibilityChars: 500,
  /** Angle brackets and ampersands of a description: what its sanitising costs, apart from its length. */
  maxDescriptionBrackets: 2000,
  maxDescriptionAmpersands: 6000,
  summaryHoursAfterEnd: 4,
  /** From the start to the end: an exhibition of a year. */
  maxDays: 366,
  /** How far from now it may start: a mistyped millennium, and no plan that somebody may have. */
  maxYearsAhead: 100,
  /** With no more left than this share of the offer and this number, the page says that tickets are running out. */
  lastTicketsPercent: 10,
  lastTicketsMost: 50,
} as const

export const TICKET_TYPE = {
  maxNameChars: 120,
  maxInfoChars: 500,
  maxPriceAgorot: 100_000_00,
  maxQuantity: 1_000_000,
  maxPurchaseLimit: 1000,
} as const
/** What the payment pages of a terminal may offer. */
export const PAYMENT_OFFER = { maxInstallments: 36, maxMinInstallmentAgorot: 100_000_00 } as const
export const COUPON = {
  minCodeChars: 2,
  maxCodeChars: 40,
  wholeBasisPoints: 10_000,
  maxValueAgorot: 100_000_00,
  maxUses: 1_000_000,
  maxTickets: 1000,
} as const
/**
 * Lines and tickets of one cart. `orderLimit` holds where the event sets none: tickets of an order are drawn, sent and shown
 * together, and anybody may order. The event may set up to `maxOrderLimit`.
 */
export const CART = { maxLines: 50, maxQuantityPerLine: 1000, orderLimit: 50, maxOrderLimit: 500 } as const

/** The number of tickets, all types together, that one order of a buyer may have. */
export const orderLimitOf = (setting: number | null | undefined): number => setting ?? CART.orderLimit

/** Exact sizes of the three image slots, in pixels, and the weight of each file. */
export const IMAGE_SLOTS = {
  banner_event: { width: 1128, height: 456 },
  banner_card: { width: 1340, height: 768 },
  banner_square: { width: 1200, height: 1200 },
} as const
export type ImageSlot = keyof typeof IMAGE_SLOTS
export const IMAGE = { maxBytes: 350 * 1024 } as const

/** What is seen from a section of a seat map; `perMap` counts those of earlier drafts too, because editions name them for ever. */
export const MAP_PICTURE = { maxBytes: 600 * 1024, maxWidth: 1600, perMap: 1000 } as const

/** The account-ownership confirmation, and files that answer a form. */
export const UPLOAD = {
  maxBytes: 10 * 1024 * 1024,
  /** Pixels of a photo, and of its longer side: more than cameras of phones usually take. */
  maxPixels: 120_000_000,
  maxSide: 20_000,
} as const

/** Files of one venue, or of one element of a seat map: plans, photos, what a hall has. */
export const OWNED_FILES = { perOwner: 20 } as const

/**
 * Files that answer a form, before their order is paid: files and kilobytes in an hour. Of an order as many as its questions
 * can have answers, each replaced once, and some more for those that are refused.
 */
export const ORDER_FILES = {
  order: { filesOfAnswer: 2, moreFiles: 5, kilobytes: 100_000 },
  network: { files: 100, kilobytes: 300_000 },
  event: { files: 5000, kilobytes: 5_000_000 },
} as const

export const PERSON = { minNameLetters: 2, idDigits: 9 } as const
export const COMPANY = {
  minChars: 2,
  taxIdDigits: 9,
  minStreetNumberChars: 1,
  maxStreetNumberChars: 10,
  minPhoneDigits: 9,
  maxPhoneDigits: 10,
} as const
export const BANK = { minChars: 2, maxBranchDigits: 3, maxAccountDigits: 9 } as const
/** The part of an Israeli mobile number after its prefix. */
export const INVITATION = { subscriberDigits: 7, minNameWords: 2, minWordLetters: 2 } as const
/** `maxNumber`: of an answer; an answer is not negative unless the question says so. */
export const FORM = {
  /** A choice of one among at most so many options is shown as buttons, among more as a list. */
  maxButtons: 5,
  maxNumber: 999_999_999,
  maxFields: 60,
  maxOptions: 100,
  maxTextChars: 2000,
  maxNameChars: 200,
} as const

/** Reports of an account: days of one report, lines of it by day, ticket types listed by name, and the maximum size of its files. */
export const REPORT = {
  maxDays: 3660,
  maxDayRows: 400,
  maxTypes: 50,
  /** Above this number of orders a file is created by a background job. */
  ordersAtOnce: 20_000,
  eventsInPdf: 300,
  fileDays: 7,
  waitingFiles: 5,
} as const

/** @public The tests of the producer app compare its own constants with these. */
export const SEARCH = { minChars: 3, debounceMs: 700 } as const
/** Waits of the browser, in milliseconds. */
export const TIMEOUTS = {
  requestMs: 40_000,
  uploadMs: 30_000,
  exportMs: 120_000,
  networkRetryMs: 3000,
  forbiddenReloadMs: 2000,
} as const
export const SCREEN = { toastMs: 5000, collapseMs: 300, successRedirectMs: 3000, mobileMaxPx: 768 } as const
export const SCANNER = { resetMs: 3000, delayMs: 500, trackingDelayMs: 40, cameraLoadMs: 6000 } as const

/** Milliseconds between two codes that the camera reports; tracking needs the time in between. */
export const scanDelayMs = (tracks: boolean): number => (tracks ? SCANNER.trackingDelayMs : SCANNER.delayMs)

/** A device may work from its cache this long after the last full load, and after the last reply of the server. */
export const OFFLINE = { fullLoadDays: 15, onlineDays: 3 } as const

/** Maximum cancellation fee by law (the lower of the two, per transaction) and the two deadlines. */
export const CANCELLATION = {
  days: 14,
  extendedMonths: 4,
  workingDaysBeforeEvent: 7,
  feeBasisPoints: 500,
  maxFeeAgorot: 100_00,
  refundWithinDays: 14,
} as const

/** Refund runs: days that buyers have to choose unless the producer says, and orders of one run that are at the gateway at once. */
export const REFUND_RUN = {
  choiceDays: 14,
  maxChoiceDays: 366,
  /** A pause stops everything but these. */
  inFlight: 20,
  maxMessageChars: 300,
  maxNoteChars: 300,
} as const

/** Refunds by bank transfer, where the gateway has refused them for good. */
export const REFUND_TRANSFER = {
  /** Days after the link was sent at which it is sent again. */
  remindAfterDays: [3, 7],
  /** How often bank details may be typed with one link. */
  maxChanges: 10,
  /** How often a person may send the link again. */
  maxLinks: 5,
  /** Bank details are erased so many days after the transfer. */
  keepDays: 14,
  /** Transfers of one file. */
  fileMax: 5000,
  maxHolderChars: 60,
  /** The account field of bank files. */
  maxAccountDigits: 9,
} as const
