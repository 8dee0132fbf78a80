/** The code of an error of PostgreSQL, its driver or Node; empty where it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Connections that broke, a server that stops or starts, and one that takes no more connections. */
const AWAY_CODES = /^(08|57P0[1-5]|53300|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$)/
/** The driver reports these without a code. */
const AWAY_MESSAGES =
  /^(timeout (expired|exceeded)|connection (terminated|ended)|client (has encountered a connection error|was closed))/i

/**
 * Whether PostgreSQL is out of reach: stopped, restarting, or the connection broke. What ran on that connection failed;
 * the same request may succeed a moment later.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  AWAY_CODES.test(codeOf(error)) || (error instanceof Error && AWAY_MESSAGES.test(error.message))
