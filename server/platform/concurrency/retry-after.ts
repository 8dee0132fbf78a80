/** Seconds after which a caller that was refused for others may try again. */
export const RETRY_AFTER = 2
