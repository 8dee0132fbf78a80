/** Milliseconds for which public reads are cached: a rush asks the database twice a second, and nobody sees old data. */
export const SHARED_READ_MS = 500

/** Milliseconds for which a process trusts a session that it has read: a sign-out in another process takes that long. */
export const SESSION_MS = 5000

/** Entries of each in-memory cache of a process; the least recently used one is dropped first. */
export const CACHE_SIZES = {
  /** Replies of one endpoint. */
  sharedReplies: 1000,
  /** Rendered pages of the storefront. */
  pages: 500,
  sessions: 10_000,
  /** Events in one language, as order pages show them. */
  eventFacts: 300,
  /** Key pairs of events, for ticket codes. */
  signingKeys: 500,
  /** Events whose page watchers are counted. */
  watcherCounts: 1000,
  /** Events whose counters are cached for the next batch of reservations. */
  stock: 2000,
  /** Events whose seats are kept in memory: about 6 MB for a stadium, a quarter of one for a theatre. */
  halls: 60,
  /** Rendered tickets of orders, of at most a megabyte each. */
  ticketPdfs: 40,
  /** Queries of the public event list. */
  publicEventLists: 200,
  /** Events whose seats are polled by their sale pages. */
  liveBoards: 200,
  /** Events whose entrance is watched. */
  gateBoards: 200,
  /** Payments whose webhooks are counted. */
  webhookPayments: 10_000,
  /** Pages of changes that devices at the gate ask for: at most a megabyte each. */
  changePages: 10,
  /** Sealed files of guests for devices at the gate: about 20 bytes an order. */
  peopleFiles: 8,
  /** Seat maps of events, as they are sent: at most 2 MB each. */
  seatMaps: 100,
} as const
