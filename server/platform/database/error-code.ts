/** The code of an error of PostgreSQL, its driver or Node; empty where it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/**
 * Connections that broke, a server that stops or starts, one that has no connection, space or memory left (class 53) or
 * cannot read or write its files (58030), and one that only reads, as a standby does before it is promoted (25006).
 */
const AWAY_CODES =
  /^(08|57P0[1-5]|53|58030|25006|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$)/
/** The driver reports these without a code. */
const AWAY_MESSAGES =
  /^(timeout (expired|exceeded)|connection (terminated|ended)|client (has encountered a connection error|was closed))/i

/**
 * Whether PostgreSQL is out of reach: stopped, restarting, or the connection broke. What ran on that connection failed;
 * the same request may succeed a moment later.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  AWAY_CODES.test(codeOf(error)) || (error instanceof Error && AWAY_MESSAGES.test(error.message))

/**
 * Whether a statement that reads every column (`select *`) was prepared before a migration added one. PostgreSQL refuses it;
 * prepared anew, it runs.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/** Serialisation failure and deadlock. */
const CONFLICTS = new Set(['40001', '40P01'])

/** Whether the same statements, which left nothing behind, may succeed at once: others, or a migration, were in their way. */
export const isRetryable = (error: unknown): boolean => CONFLICTS.has(codeOf(error)) || isStalePlan(error)

/** PostgreSQL's code of a row whose key another row has. */
export const UNIQUE_VIOLATION = '23505'

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION
