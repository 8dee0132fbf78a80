import {
  addBlock,
  type Block,
  blockOf,
  isBlock,
  NEW_BLOCK,
  reshapeBlock,
  rowsOfSection,
} from '@kartis/seat-map/commands/block.ts'
import type { Command } from '@kartis/seat-map/commands/command.ts'
import { freeSpot } from '@kartis/seat-map/commands/parts.ts'
import { numberSections } from '@kartis/seat-map/commands/place-commands.ts'
import type { BlockText } from '@kartis/seat-map/editor/sentence-patterns.ts'
import { blockFrom, numberingFrom, readSentence, sentenceOf } from '@kartis/seat-map/editor/sentence.ts'
import type { Numbering } from '@kartis/seat-map/model/document.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconGridDots, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runAndSelect } from './tool-context.ts'
import { NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { RowNamesFields } from './row-names-card.tsx'
import { useNames } from './use-names.ts'
import { usePlacesText } from './use-places-text.ts'

const USUAL: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

/** The sentence with what was understood marked; the rest is underlined. */
export function Sentence({
  value,
  onText,
}: {
  /** What the block reads now. */
  readonly value: string
  readonly onText: (text: BlockText, isUnclear: boolean) => void
}) {
  const { t } = useTranslation('seat-maps')
  const id = useId()
  const [typed, setTyped] = useState<string>()
  // What was not understood stays as it was written, until the block changes in another way. If it went with the focus, the
  // button below would move away from the pointer that presses it.
  const [unread, setUnread] = useState<{ readonly text: string; readonly value: string }>()
  const text = typed ?? (unread?.value === value ? unread.text : value)
  const { stretches } = readSentence(text)
  const unclear = stretches.filter(({ state }) => state === 'unclear')
  const pieces = stretches.flatMap((stretch, index) => [
    text.slice(stretches[index - 1]?.to ?? 0, stretch.from),
    <mark key={stretch.from} data-state={stretch.state}>
      {text.slice(stretch.from, stretch.to)}
    </mark>,
  ])
  return (
    <div className={style.sentence}>
      <label htmlFor={id}>{t('block.sentence')}</label>
      <div className={style.smart}>
        <div aria-hidden>
          {pieces}
          {text.slice(stretches.at(-1)?.to ?? 0)}{' '}
        </div>
        <textarea
          id={id}
          rows={2}
          value={text}
          spellCheck={false}
          aria-describedby={`${id}-unclear`}
          onChange={({ target }) => {
            setTyped(target.value)
            const read = readSentence(target.value)
            onText(
              read.block,
              read.stretches.some(({ state }) => state === 'unclear'),
            )
          }}
          onBlur={() => {
            setUnread(unclear.length > 0 ? { text, value } : undefined)
            setTyped(undefined)
          }}
        />
      </div>
      <p id={`${id}-unclear`} className={style.unclear} role="status">
        {unclear.length > 0 && t('block.unclear', { text: text.slice(unclear[0]?.from, unclear[0]?.to) })}
      </p>
    </div>
  )
}

interface FieldsProps {
  readonly block: Block
  readonly numbering: Numbering
  readonly onBlock: (change: (block: Block) => Block, field: string) => void
  readonly onNumbering: (numbering: Partial<Numbering>) => void
  /** Without distances and bend: on a phone. */
  readonly short?: boolean
}

const RADIUS = { flat: 0, max: 100 }
/** From straight (0) to a small circle (100), so that the middle of the slider is a usual hall. */
const bendOf = (radius: number | undefined): number =>
  radius === undefined ? RADIUS.flat : Math.round(Math.max(1, Math.min(RADIUS.max, 40_000 / radius)))
const radiusOf = (bend: number): number | undefined => (bend === 0 ? undefined : Math.round(40_000 / bend))

export function BlockFields({ block, numbering, onBlock, onNumbering, short = false }: FieldsProps) {
  const { t } = useTranslation('seat-maps')
  const id = useId()
  const uniform = block.counts.every((count) => count === block.counts[0])
  const apply = (field: string, text: BlockText) => onBlock((before) => blockFrom(before, text), field)
  const cm = t('units.cm')
  return (
    <>
      <div className={style.two}>
        <NumberField
          label={t('block.rows')}
          value={block.counts.length}
          min={1}
          max={200}
          onChange={(rows) => apply('rows', { rows })}
        />
        <NumberField
          label={t('block.seats')}
          value={uniform ? block.counts[0] : undefined}
          min={1}
          max={400}
          onChange={(seats) => apply('seats', { seats: [seats, seats] })}
        />
        <NumberField
          label={t('block.aisle')}
          value={block.aisles.length > 1 ? undefined : (block.aisles[0] ?? 0)}
          min={0}
          max={399}
          onChange={(after) => apply('aisle', { aisles: after === 0 ? [] : [after] })}
        />
        {!short && (
          <>
            <NumberField
              label={t('block.aisle_width')}
              unit={cm}
              value={block.aisleWidth}
              min={0}
              max={2000}
              onChange={(aisleWidth) => apply('aisle_width', { aisleWidth })}
            />
            <NumberField
              label={t('block.depth')}
              unit={cm}
              value={block.depth}
              min={40}
              max={500}
              onChange={(depth) => apply('depth', { depth })}
            />
            <NumberField
              label={t('block.gap')}
              unit={cm}
              value={block.gap}
              min={30}
              max={500}
              onChange={(gap) => apply('gap', { gap })}
            />
          </>
        )}
      </div>
      {!short && (
        <label className={style.slider} htmlFor={id}>
          <span>{t('block.bend')}</span>
          <output htmlFor={id}>
            {block.radius === undefined
              ? t('block.straight')
              : t('block.radius', { metres: Math.round(block.radius / 10) / 10 })}
          </output>
          <input
            id={id}
            type="range"
            min={0}
            max={RADIUS.max}
            value={bendOf(block.radius)}
            onChange={({ target }) => apply('bend', { radius: radiusOf(Number(target.value)) ?? null })}
          />
        </label>
      )}
      {!short && <p className={style.fieldName}>{t('block.row_names')}</p>}
      <RowNamesFields
        short={short}
        naming={block.rowLabels}
        count={block.counts.length}
        onChange={(rowLabels, field) => onBlock((before) => ({ ...before, rowLabels }), `rows-${field}`)}
      />
      {!short && <p className={style.fieldName}>{t('numbering.from')}</p>}
      <Segments
        label={t('numbering.from')}
        value={numbering.from}
        options={(['right', 'middle', 'left'] as const).map((from) => ({ value: from, label: t(`numbering.${from}`) }))}
        onChange={(from) => onNumbering({ from })}
      />
    </>
  )
}

/** The generator of a section that is a block: its sentence and the same values as fields. */
export function BlockCard({ section, short = false }: { readonly section: string; readonly short?: boolean }) {
  const lang = useLang()
  const { document, run } = useEditor()

  const placesText = usePlacesText()
  const owner = document.sections.find(({ id }) => id === section)
  const block = blockOf(document, section)
  if (!owner || !block || !isBlock(document, section)) return null
  const reshape =
    (change: (block: Block) => Block): Command =>
    (before) => {
      const current = blockOf(before, section)
      const category = rowsOfSection(before, section)[0]?.category
      return current && category !== undefined ? reshapeBlock(section, change(current), category)(before) : before
    }
  const seats = block.counts.reduce((total, count) => total + count, 0)
  return (
    <>
      <Pane
        title={
          <>
            <IconGridDots size={18} stroke={2} aria-hidden /> <UserText>{owner.name}</UserText>
          </>
        }
        action={
          <Chip plain state="accent">
            {placesText(seats)}
          </Chip>
        }
      >
        <Sentence
          value={sentenceOf(block, owner.numbering, lang)}
          onText={(text) =>
            run((before) => {
              const reshaped = reshape((current) => blockFrom(current, text))(before)
              const numbering = numberingFrom(text)
              return Object.keys(numbering).length === 0
                ? reshaped
                : numberSections(new Set([section]), numbering)(reshaped)
            }, `sentence:${section}`)
          }
        />
      </Pane>
      <Pane>
        <BlockFields
          short={short}
          block={block}
          numbering={owner.numbering}
          onBlock={(change, field) => run(reshape(change), `${field}:${section}`)}
          onNumbering={(numbering) => run(numberSections(new Set([section]), numbering))}
        />
      </Pane>
    </>
  )
}

/** The generator of a block that does not exist yet. */
export function NewBlockCard({ short = false, onAdded }: { readonly short?: boolean; readonly onAdded?: () => void }) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const editor = useEditor()
  const names = useNames()
  const placesText = usePlacesText()
  const [block, setBlock] = useState<Block>({ ...NEW_BLOCK, at: [0, 0] })
  const [numbering, setNumbering] = useState(USUAL)
  /** Something of the sentence was not understood: a block that is not what it says is not added. */
  const [isUnclear, setUnclear] = useState(false)
  const seats = block.counts.reduce((total, count) => total + count, 0)
  const add = () => {
    const { document } = editor.history.read()
    const command = addBlock(
      { ...block, at: freeSpot(document) },
      { section: names.section, category: names.category },
      numbering,
      editor.floor,
    )
    runAndSelect(editor, command)
    editor.setTool('select')
    onAdded?.()
  }
  return (
    <Pane
      title={t('block.new')}
      action={
        <Chip plain state="accent">
          {placesText(seats)}
        </Chip>
      }
    >
      <div className={style.stack}>
        <Sentence
          value={sentenceOf(block, numbering, lang)}
          onText={(text, unclear) => {
            setUnclear(unclear)
            setBlock((before) => blockFrom(before, text))
            setNumbering((before) => ({ ...before, ...numberingFrom(text) }))
          }}
        />
        <BlockFields
          short={short}
          block={block}
          numbering={numbering}
          onBlock={(change) => {
            setUnclear(false)
            setBlock(change)
          }}
          onNumbering={(change) => {
            setUnclear(false)
            setNumbering((before) => ({ ...before, ...change }))
          }}
        />
        <Button full disabled={isUnclear} icon={<IconPlus size={18} stroke={2} aria-hidden />} onClick={add}>
          {t('block.add')}
        </Button>
      </div>
    </Pane>
  )
}
