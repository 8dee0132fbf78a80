/** Query key of the log; invalidated after each export and erasure. */
export const RIGHTS_LOG = ['data-rights-log'] as const
