import { Document, Image, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { registerRubik } from '../../../../platform/export/pdf-fonts.ts'
import type { PassPage, PassSheet } from './pass-sheet.ts'
import { qrPath } from './qr-path.ts'

registerRubik()

// A5: two to a sheet on a home printer, readable without zoom on a phone. All in points.
const PAGE = { width: 419.53, height: 595.28 }
const MARGIN = 24
const CARD = { width: PAGE.width - 2 * MARGIN, height: 494, radius: 18, notch: 9 }
const BANNER = 132
/** Where the ticket is torn. */
const TEAR = 299
/** Names longer than this take two smaller lines, and the artwork gives way. */
const LONG_NAME = 27
const LOW_BANNER = 108
/** What the line of artists takes off the artwork. */
const ARTISTS = 16
/** What the facts of a seat take off the artwork. */
const SEAT_FACTS = 56
const QR = 148
const INK = '#17142b'
const INK_2 = '#55506e'
const LINE = '#d5cfe6'
const ACCENT = '#5b2be0'
const WHITE = '#ffffff'

const styles = StyleSheet.create({
  page: { fontFamily: 'Rubik', fontSize: 10, color: INK, backgroundColor: WHITE, padding: MARGIN },
  card: { width: CARD.width, height: CARD.height },
  outline: { position: 'absolute', top: 0, left: 0 },
  banner: { overflow: 'hidden', borderTopLeftRadius: CARD.radius, borderTopRightRadius: CARD.radius },
  artwork: { width: CARD.width, objectFit: 'cover' },
  name: { fontSize: 21, fontWeight: 800, lineHeight: 1.2, maxLines: 2, textOverflow: 'ellipsis' },
  longName: { fontSize: 17, fontWeight: 800, lineHeight: 1.2, maxLines: 2, textOverflow: 'ellipsis' },
  place: { fontSize: 10.5, color: INK_2, marginTop: 3, lineHeight: 1.35, maxLines: 1, textOverflow: 'ellipsis' },
  artists: { fontSize: 10.5, marginTop: 3, lineHeight: 1.35, maxLines: 1, textOverflow: 'ellipsis' },
  head: { paddingHorizontal: 20, paddingTop: 13 },
  facts: { paddingHorizontal: 20, paddingTop: 9, flexWrap: 'wrap' },
  label: { fontSize: 8.5, color: INK_2, marginBottom: 1.5 },
  value: { fontSize: 11.5, fontWeight: 700, lineHeight: 1.25, maxLines: 1, textOverflow: 'ellipsis' },
  huge: { fontSize: 22, fontWeight: 800, lineHeight: 1.1, maxLines: 1, textOverflow: 'ellipsis' },
  stub: {
    position: 'absolute',
    top: TEAR,
    left: 0,
    width: CARD.width,
    height: CARD.height - TEAR,
    alignItems: 'center',
    justifyContent: 'center',
  },
  number: { fontSize: 15, fontWeight: 800, marginTop: 6, letterSpacing: 0.4 },
  count: { fontSize: 9, color: INK_2, marginTop: 2 },
  foot: { position: 'absolute', left: MARGIN, width: CARD.width, bottom: 10, alignItems: 'center' },
  brand: { fontSize: 10, fontWeight: 800, color: ACCENT, marginBottom: 3 },
  small: { fontSize: 7.5, color: INK_2, lineHeight: 1.35, textAlign: 'center' },
  note: { fontSize: 7.5, color: INK_2, lineHeight: 1.35, maxLines: 1, textOverflow: 'ellipsis' },
})

type LineStyle = (typeof styles)[keyof typeof styles]

/** The ticket's outline: round corners, and a notch at each end of the tear. */
const outlinePath = (): string => {
  const { width, height, radius: r, notch: n } = CARD
  const arc = (radius: number, x: number, y: number, sweep: 0 | 1): string =>
    `A${radius} ${radius} 0 0 ${sweep} ${x} ${y}`
  return [
    `M${r} .5H${width - r}`,
    arc(r, width - 0.5, r, 1),
    `V${TEAR - n}`,
    arc(n, width - 0.5, TEAR + n, 0),
    `V${height - r}`,
    arc(r, width - r, height - 0.5, 1),
    `H${r}`,
    arc(r, 0.5, height - r, 1),
    `V${TEAR + n}`,
    arc(n, 0.5, TEAR - n, 0),
    `V${r}`,
    arc(r, r, 0.5, 1),
    'Z',
  ].join('')
}

const outline = (): ReactElement =>
  createElement(
    Svg,
    { width: CARD.width, height: CARD.height, style: styles.outline },
    createElement(Path, { d: outlinePath(), stroke: LINE, strokeWidth: 1, fill: 'none' }),
    createElement(Path, {
      d: `M${CARD.notch + 8} ${TEAR}H${CARD.width - CARD.notch - 8}`,
      stroke: LINE,
      strokeWidth: 1.2,
      strokeDasharray: '4 4',
    }),
  )

/** Runs of a line are set by the reader's direction; within a Latin event name, by its own. */
const aligned =
  (at: 'start' | 'center') =>
  (sheet: PassSheet, style: LineStyle, text: string, key?: string): ReactElement => {
    const direction = sheet.rightToLeft ? 'rtl' : 'ltr'
    const start = sheet.rightToLeft ? 'right' : 'left'
    return createElement(
      Text,
      { key, style: [style, { direction, textAlign: at === 'start' ? start : at }] },
      inSentence(text, direction),
    )
  }

const line = aligned('start')
const centred = aligned('center')

const isLong = ({ event }: PassSheet): boolean => event.length > LONG_NAME

/** A stage light on the event's own colour, where there is no artwork. */
const light = (height: number): ReactElement => {
  const { width } = CARD
  const beam = (top: number, spread: number): ReactElement =>
    createElement(Path, {
      d: `M${width / 2 - top} 0h${2 * top}L${width * (0.5 + spread)} ${height}H${width * (0.5 - spread)}z`,
      fill: WHITE,
      fillOpacity: 0.13,
    })
  return createElement(Svg, { width, height }, beam(16, 0.28), beam(8, 0.14))
}

const banner = (sheet: PassSheet, { hasSeat }: PassPage): ReactElement => {
  const height = (isLong(sheet) ? LOW_BANNER : BANNER) - (hasSeat ? SEAT_FACTS : 0) - (sheet.artists ? ARTISTS : 0)
  return createElement(
    View,
    { style: [styles.banner, { height, backgroundColor: sheet.colour }] },
    sheet.banner
      ? createElement(Image, {
          src: { data: Buffer.from(sheet.banner), format: 'jpg' },
          style: [styles.artwork, { height }],
        })
      : light(height),
  )
}

const fact = (sheet: PassSheet, { label, value, size }: PassPage['facts'][number], index: number): ReactElement =>
  createElement(
    View,
    {
      key: String(index),
      style: {
        width: size === 'wide' ? '100%' : size === 'huge' || size === 'third' ? '33.3%' : '50%',
        marginBottom: 7,
      },
    },
    line(sheet, styles.label, label),
    line(sheet, size === 'huge' ? styles.huge : styles.value, value),
  )

const qr = (code: string): ReactElement => {
  const { size, path } = qrPath(code)
  // The quiet zone of four modules is part of the code: readers need it.
  return createElement(
    Svg,
    { width: QR, height: QR, viewBox: `-2 -2 ${size + 4} ${size + 4}` },
    createElement(Path, { d: path, fill: INK }),
  )
}

const page = (sheet: PassSheet, pass: PassPage, index: number): ReactElement =>
  createElement(
    Page,
    { key: String(index), size: [PAGE.width, PAGE.height], style: styles.page, bookmark: pass.placeOf },
    createElement(
      View,
      { style: styles.card },
      banner(sheet, pass),
      createElement(
        View,
        { style: styles.head },
        line(sheet, isLong(sheet) ? styles.longName : styles.name, sheet.event),
        sheet.artists ? line(sheet, styles.artists, sheet.artists) : null,
        line(sheet, styles.place, sheet.place),
      ),
      createElement(
        View,
        { style: [styles.facts, { flexDirection: sheet.rightToLeft ? 'row-reverse' : 'row' }] },
        ...pass.facts.map((each, place) => fact(sheet, each, place)),
      ),
      createElement(
        View,
        { style: styles.stub },
        qr(pass.code),
        createElement(Text, { style: styles.number }, pass.number),
        centred(sheet, styles.count, pass.placeOf),
      ),
      outline(),
    ),
    createElement(
      View,
      { style: styles.foot },
      centred(sheet, styles.brand, sheet.brand),
      ...[sheet.note, sheet.accessibility, ...sheet.seller]
        .filter(Boolean)
        .map((text, place): ReactNode =>
          centred(sheet, text === sheet.accessibility ? styles.note : styles.small, text, String(place)),
        ),
    ),
  )

/** The PDF of an order's tickets, a page for each. */
export const renderPasses = (sheet: PassSheet): Promise<Buffer> =>
  renderToBuffer(
    createElement(
      Document,
      { language: sheet.lang, title: sheet.title, author: sheet.author, creator: sheet.brand, producer: sheet.brand },
      ...sheet.pages.map((pass, index) => page(sheet, pass, index)),
    ),
  )
