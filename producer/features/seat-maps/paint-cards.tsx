import { numberText } from '@kartis/i18n/format.ts'
import { insertPlaceAfter } from '@kartis/seat-map/commands/append-place.ts'
import { flagPlaces, labelPlace, paintParts, paintPlaces, setGone } from '@kartis/seat-map/commands/place-commands.ts'
import { addCategory, changeCategory, deleteCategory } from '@kartis/seat-map/commands/structure-commands.ts'
import {
  COMPANION,
  type CompiledMap,
  describePlace,
  flagBits,
  flagsOf,
  WHEELCHAIR,
} from '@kartis/seat-map/model/compile.ts'
import type { Flag, MapDocument } from '@kartis/seat-map/model/document.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconEyeOff,
  IconEyeX,
  IconHeadphones,
  IconLayoutColumns,
  IconPlus,
  IconSquareRoundedMinus,
  IconStairs,
  IconTrash,
  IconTransfer,
  IconUsers,
  IconWheelchair,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SeatSwatch } from '../../shared/seat-swatch.tsx'
import { LineField, Pane } from './editor-fields.tsx'
import { activeCategory, useEditor } from './editor-state.ts'
import { OrderField } from './order-field.tsx'
import style from './editor.module.css'
import { usePlacesText } from './use-places-text.ts'

/** Places of each category, by its id. */
const countPlaces = ({ category, categories }: CompiledMap): Map<string, number> => {
  const counts = categories.map(() => 0)
  for (const index of category) counts[index] = (counts[index] ?? 0) + 1
  return new Map(categories.map((id, index) => [id, counts[index] ?? 0]))
}

/** Categories with how many places each has; pressing one paints the selection, or makes it the colour of strokes. */
export function CategoryList({ hasKeys = true }: { /** A keyboard chooses them too. */ readonly hasKeys?: boolean }) {
  const lang = useLang()
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const { document, scene, run, selection, settings, change, tool, setTool } = editor
  const [renamed, setRenamed] = useState<string>()
  const counts = useMemo(() => countPlaces(scene.map), [scene.map])
  const areas = new Map<string, number>()
  for (const { category, capacity } of document.areas)
    if (category !== null) areas.set(category, (areas.get(category) ?? 0) + capacity)
  const active = activeCategory(editor)
  const sorted = document.categories.toSorted((a, b) => a.rank - b.rank)
  const choose = (id: string) => {
    change({ category: id })
    // With the brush in hand a colour is only chosen, even where a section is still selected.
    if (tool === 'paint') return
    if (selection.places.size > 0) run(paintPlaces(selection.places, id))
    else if (selection.parts.size > 0) run(paintParts(selection.parts, id))
    else setTool('paint')
  }
  return (
    <>
      <ul className={style.rowList}>
        {sorted.map(({ id, name }, position) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === active && (tool === 'paint' || settings.category === id)}
              onClick={() => choose(id)}
              onDoubleClick={() => setRenamed(id)}
            >
              <SeatSwatch position={position} />
              <UserText>{name}</UserText>
              <span className={style.figure}>{numberText((counts.get(id) ?? 0) + (areas.get(id) ?? 0), lang)}</span>
              {hasKeys && <kbd className={style.kbd}>{position + 1}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      {renamed !== undefined && sorted.some(({ id }) => id === renamed) && (
        <div className={style.rename}>
          <LineField
            label={t('category.name')}
            value={sorted.find(({ id }) => id === renamed)?.name ?? ''}
            maxLength={40}
            required
            onChange={(name) => run(changeCategory(renamed, { name }), `category:${renamed}`)}
          />
          <Button look="line" onClick={() => setRenamed(undefined)}>
            {t('category.done')}
          </Button>
          <IconButton
            bare
            label={t('category.remove')}
            onClick={() => {
              run(deleteCategory(renamed))
              setRenamed(undefined)
            }}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
      )}
      {renamed !== undefined && sorted.some(({ id }) => id === renamed) && (
        <OrderField list="categories" id={renamed} />
      )}
      {active !== undefined && renamed === undefined && (
        <button type="button" className={style.textButton} onClick={() => setRenamed(active)}>
          {t('category.edit', { name: sorted.find(({ id }) => id === active)?.name ?? '' })}
        </button>
      )}
    </>
  )
}

export function AddCategory() {
  const { t } = useTranslation('seat-maps')
  const { run, history, change } = useEditor()
  return (
    <IconButton
      bare
      label={t('category.add')}
      onClick={() => {
        run(addCategory(t('category.new', { place: history.read().document.categories.length + 1 })))
        // The next stroke is of the new one.
        const added = history.read().document.categories.at(-1)
        if (added) change({ category: added.id })
      }}
    >
      <IconPlus size={18} stroke={2} aria-hidden />
    </IconButton>
  )
}

const FLAG_ICONS = {
  wheelchair: IconWheelchair,
  companion: IconUsers,
  restricted: IconEyeOff,
  no_view: IconEyeX,
  stairs_free: IconStairs,
  aisle: IconLayoutColumns,
  transfer: IconTransfer,
  hearing: IconHeadphones,
  gone: IconSquareRoundedMinus,
} as const
export type ListedFlag = keyof typeof FLAG_ICONS
const PLACE_MARKS = [
  'wheelchair',
  'companion',
  'transfer',
  'restricted',
  'no_view',
  'aisle',
  'stairs_free',
  'hearing',
] as const satisfies readonly Flag[]
const MARKS: readonly ListedFlag[] = [...PLACE_MARKS, 'gone']

/** In one pass: few of 60,000 places are marked at all. */
const countMarks = (flags: Uint16Array, { rows, tables }: MapDocument): ReadonlyMap<Flag | 'gone', number> => {
  const counts = new Map<Flag | 'gone', number>()
  const add = (mark: Flag | 'gone'): unknown => counts.set(mark, (counts.get(mark) ?? 0) + 1)
  for (const bits of flags) if (bits !== 0) for (const flag of flagsOf(bits)) add(flag)
  for (const part of [rows, tables])
    for (const { except } of part) for (const { gone } of Object.values(except)) if (gone) add('gone')
  return counts
}

/** What strokes mark, with how many places have it. */
export function FlagList({ marks = MARKS }: { readonly marks?: readonly ListedFlag[] }) {
  const lang = useLang()
  const { t } = useTranslation('seat-maps')
  const { scene, document, settings, change, tool, setTool, selection, run } = useEditor()
  const { flags } = scene.map
  const counts = useMemo(() => countMarks(flags, document), [flags, document])
  const choose = (mark: ListedFlag) => {
    change({ flag: mark })
    if (selection.places.size === 0) setTool('flag')
    else if (mark === 'gone') run(setGone(selection.places, true))
    else run(flagPlaces(selection.places, mark, true))
  }
  return (
    <ul className={style.rowList}>
      {marks.map((mark) => {
        const Icon = FLAG_ICONS[mark]
        return (
          <li key={mark}>
            <button type="button" aria-pressed={tool === 'flag' && settings.flag === mark} onClick={() => choose(mark)}>
              <Icon size={17} stroke={1.75} aria-hidden />
              {t(`flag.${mark}`)}
              <span className={style.figure}>{numberText(counts.get(mark) ?? 0, lang)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Selected single places: what they are, their marks and their label. */
export function PlacesCard() {
  const { t } = useTranslation('seat-maps')
  const { scene, selection, run, select, document } = useEditor()
  const placesText = usePlacesText()
  const [first = ''] = selection.places
  const index = scene.map.keys.indexOf(first)
  const count = selection.places.size
  if (count === 0) return null
  const place = index < 0 ? undefined : describePlace(scene.map, index)
  const bits = index < 0 ? 0 : (scene.map.flags[index] ?? 0)
  const [rowId = '', key = ''] = first.split('.')
  const label = [...document.rows, ...document.tables].find(({ id }) => id === rowId)?.except[key]?.label ?? ''
  const remove = () => {
    run(setGone(selection.places, true))
    select([])
  }
  return (
    <Pane
      title={count === 1 && place ? t('place.title', place) : t('place.many', { count })}
      action={
        <Chip plain state="accent">
          {placesText(count)}
        </Chip>
      }
    >
      <div className={style.stack}>
        <div className={style.choices} role="group" aria-label={t('place.marks')}>
          {PLACE_MARKS.map((flag) => {
            const on = (bits & flagBits([flag])) !== 0
            return (
              <button
                key={flag}
                type="button"
                aria-pressed={on}
                onClick={() => run(flagPlaces(selection.places, flag, !on))}
              >
                {t(`flag.${flag}`)}
              </button>
            )
          })}
        </div>
        {count === 1 && (
          <LineField
            label={t('place.label')}
            value={label}
            maxLength={8}
            placeholder={place?.number ?? ''}
            onChange={(text) => run(labelPlace(first, text), `label:${first}`)}
          />
        )}
        {count === 1 && document.rows.some(({ id }) => id === rowId) && (
          <Button icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => run(insertPlaceAfter(first))}>
            {t('place.insert')}
          </Button>
        )}
        {(bits & COMPANION) !== 0 && (bits & WHEELCHAIR) === 0 && <p className={style.tiny}>{t('place.companion')}</p>}
        <Button look="danger" icon={<IconTrash size={18} stroke={1.75} aria-hidden />} onClick={remove}>
          {t('place.remove')}
        </Button>
      </div>
    </Pane>
  )
}
