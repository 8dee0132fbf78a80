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
  const clean = withLinks(TAG.test(text) ? sanitizeHtml(text, OPTIONS).trim() : paragraphs(text))
  return clean.replace(INVISIBLE, '') === '' ? '' : clean
}

// A link as a whole, or another tag: what stands between them is text. Clean HTML closes each link.
const LINK_OR_TAG = /(<a\b[^<>]*>[^]*?<\/a>|<[^<>]*>)/
// An address in escaped text, up to white space, a bracket or a quotation mark.
const ADDRESS = /(?<![\p{L}\p{N}@./])(?:https?:\/\/|www\.)(?:(?!&(?:quot|lt|gt|nbsp);)[^\s<>"'])+/giu
const PUNCTUATION = /[.,;:!?)\]}׳״…]/u

const linked = (text: string): string =>
  text.replaceAll(ADDRESS, (found) => {
    let end = found.length
    while (end > 0 && PUNCTUATION.test(found.charAt(end - 1))) end -= 1
    const [address, behind] = [found.slice(0, end), found.slice(end)]
    if (!/^(?:https?:\/\/|www\.)[\p{L}\p{N}]/iu.test(address)) return found
    const href = /^www\./i.test(address) ? `https://${address}` : address
    return `<a href="${href}" target="_blank" rel="noopener nofollow">${address}</a>${behind}`
  })

/** Clean HTML in which addresses that were only typed are links like the others: http and https only. */
const withLinks = (html: string): string =>
  html
    .split(LINK_OR_TAG)
    .map((part, place) => (place % 2 === 0 ? linked(part) : part))
    .join('')

/** Text without a tag needs no sanitising, which would take the time of thousands of elements for thousands of brackets. */
const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((part) => `<p>${escaped(part).replace(/\n/g, '<br />')}</p>`)
    .join('')

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
