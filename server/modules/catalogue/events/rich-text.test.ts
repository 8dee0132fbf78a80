import { describe, expect, it } from 'vitest'
import { cleanRichText } from './rich-text.ts'

describe('an event description', () => {
  it('keeps headings, emphasis, lists and links', () => {
    expect(cleanRichText('<h2>ערב</h2><p><strong>חדש</strong> ו<em>טוב</em></p><ul><li>א</li></ul>')).toBe(
      '<h2>ערב</h2><p><strong>חדש</strong> ו<em>טוב</em></p><ul><li>א</li></ul>',
    )
  })
  it('opens links in a new window without access to the page', () => {
    expect(cleanRichText('<a href="https://a.example">x</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener nofollow">x</a>',
    )
  })
  it('drops scripts, handlers and javascript links', () => {
    expect(
      cleanRichText(
        '<p onclick="a()">x<script>alert(1)</script></p><a href="javascript:alert(1)">y</a><img src=x onerror=alert(1)>',
      ),
    ).toBe('<p>x</p><a target="_blank" rel="noopener nofollow">y</a>')
  })
  it('drops a link that takes the scheme of the page', () => {
    expect(cleanRichText('<a href="//evil.example">x</a>')).toBe('<a target="_blank" rel="noopener nofollow">x</a>')
  })
  it('makes a link of an address that was only typed, once, and of http and https only', () => {
    const link = (href: string, text = href) => `<a href="${href}" target="_blank" rel="noopener nofollow">${text}</a>`
    expect(cleanRichText('חניה: https://park.example.co.il/a?x=1&y=2.')).toBe(
      `<p>חניה: ${link('https://park.example.co.il/a?x=1&amp;y=2')}.</p>`,
    )
    expect(cleanRichText('<p>(www.example.com) <b>http://a.example</b></p>')).toBe(
      `<p>(${link('https://www.example.com', 'www.example.com')}) <b>${link('http://a.example')}</b></p>`,
    )
    const linked = `<p>${link('https://a.example', '<b>https://b.example</b>')}</p>`
    expect(cleanRichText(linked)).toBe(linked)
    expect(cleanRichText(cleanRichText('ראו https://a.example'))).toBe(cleanRichText('ראו https://a.example'))
    for (const text of [
      'javascript:alert(1)',
      'ftp://a.example',
      'x@www.example.com',
      'https://',
      'https://"onclick=x',
    ])
      expect(cleanRichText(text)).not.toContain('<a')
  })

  it('makes paragraphs of plain text', () => {
    expect(cleanRichText('שורה\nשנייה\n\nפסקה')).toBe('<p>שורה<br />שנייה</p><p>פסקה</p>')
  })
  it('escapes what plain text writes, and cannot be made an element by it', () => {
    expect(cleanRichText('5 > 3 & 2 < 4 &lt;b&gt;')).toBe('<p>5 &gt; 3 &amp; 2 &lt; 4 &amp;lt;b&amp;gt;</p>')
    expect(cleanRichText('< script>alert(1)</ script>\n<<')).toBe(
      '<p>&lt; script&gt;alert(1)&lt;/ script&gt;<br />&lt;&lt;</p>',
    )
  })
  it('is empty when it has no text', () => {
    expect(cleanRichText('<p> &nbsp;</p>')).toBe('')
  })
})

describe('a description made to be slow', () => {
  const LONGEST = 40_000
  const durationOf = (unit: string): number => {
    const text = unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST)
    const began = performance.now()
    cleanRichText(text)
    return performance.now() - began
  }
  // The quadratic test took 2 to 26 seconds for these; the bound leaves a busy machine a wide margin.
  it.each([
    '<a',
    '<aaaaaaaaaa',
    '<',
    '<p>',
    '<b><i>',
    '<a href="',
    '&nbsp;',
    '<h1 <',
    '</p>',
    '<!--',
    ' \n',
    '<a b=\'"',
  ])('made of %s is cleaned in linear time', (unit) => {
    // A few milliseconds when it is linear, seconds when it is quadratic; the margin is for a busy machine.
    expect(Math.min(durationOf(unit), durationOf(unit), durationOf(unit))).toBeLessThan(1000)
  })
})
