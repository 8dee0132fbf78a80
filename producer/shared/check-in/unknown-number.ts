/** Instead of the number of a ticket that is known by its code only: the list does not have it. */
export const UNKNOWN_NUMBER = ''
