/**
 * The version of the sentence beside the button that goes on to the payment (`checkout:details.agree`, `agree_free`). Increment it
 * with every change of what the sentence says; the one before stays readable for the evidence of a dispute. A test compares.
 */
export const AGREED_TEXT = 2

/** The first version in which the buyer agrees to receive the documents of the order electronically. */
const DIGITAL_DOCUMENTS_SINCE = 2

export const agreesToDigitalDocuments = (text: number): boolean => text >= DIGITAL_DOCUMENTS_SINCE
