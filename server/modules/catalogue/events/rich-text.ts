import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'hr'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener nofollow' }), h1: 'h2' },
}

// From one angle bracket to the next at most, so that the test is linear in the length of any text.
const TAG = /<[a-z][^<>]*>/i
const INVISIBLE = /<[^<>]*>|&nbsp;|\s/g

/** Sanitises the HTML of a producer to the elements that the sale page supports; plain text becomes paragraphs. */
export const cleanRichText = (text: string): string => {
  const clean = TAG.test(text) ? sanitizeHtml(text, OPTIONS).trim() : paragraphs(text)
  return clean.replace(INVISIBLE, '') === '' ? '' : clean
}

/** Text without a tag needs no sanitising, which would take the time of thousands of elements for thousands of brackets. */
const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${escaped(part).replace(/\n/g, '<br />')}</p>`)
    .join('')

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
