import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'hr'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener nofollow' }), h1: 'h2' },
}

// From one angle bracket to the next at most, so that the test is linear in the length of any text.
const TAG = /<[a-z][^<>]*>/i
const INVISIBLE = /<[^<>]*>|&nbsp;|\s/g

/** Sanitises the HTML of a producer to the elements that the sale page supports; plain text becomes paragraphs. */
export const cleanRichText = (text: string): string => {
  const html = TAG.test(text) ? text : paragraphs(text)
  const clean = sanitizeHtml(html, OPTIONS).trim()
  return clean.replace(INVISIBLE, '') === '' ? '' : clean
}

const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>')}</p>`)
    .join('')
