/**
 * The version of the sentence by which a producer agrees to signed electronic documents about the fees
 * (`documents:consent.agree`). Increment it with every change of what the sentence says, and keep the one before as
 * `documents:consent.text_<version>`. A test compares.
 */
export const DOCUMENT_CONSENT_TEXT = 1
