import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'hr'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener nofollow' }), h1: 'h2' },
}

/** Sanitises the HTML of a producer to the elements that the sale page supports; plain text becomes paragraphs. */
export const cleanRichText = (text: string): string => {
  const html = /<\w+[^>]*>/.test(text) ? text : paragraphs(text)
  const clean = sanitizeHtml(html, OPTIONS).trim()
  return clean.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' ? '' : clean
}

const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>')}</p>`)
    .join('')
