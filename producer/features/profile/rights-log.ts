/** The log is read anew after each export and erasure. */
export const RIGHTS_LOG = ['data-rights-log'] as const
