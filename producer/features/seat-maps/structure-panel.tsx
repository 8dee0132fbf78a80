import { numberText } from '@kartis/i18n/format.ts'
import { idsOfSections } from '@kartis/seat-map/commands/parts.ts'
import { addFloor, renameFloor } from '@kartis/seat-map/commands/structure-commands.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LineField, Pane } from './editor-fields.tsx'
import { useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { NamesPane } from './names-pane.tsx'
import { AddCategory, CategoryList, FlagList } from './paint-cards.tsx'
import { TracingPane } from './tracing-pane.tsx'

/** Sections by floor, then the palettes of categories and marks. */
export function StructurePanel({ onShowSection }: { readonly onShowSection: (section: string) => void }) {
  const lang = useLang()
  const { t } = useTranslation('seat-maps')
  const { document, selection, select, tool, setTool, tools, run } = useEditor()
  const current = wholeSection(document, selection)
  const sizes = new Map<string, number>()
  for (const { section, count, except } of [...document.rows, ...document.tables]) {
    const gone = Object.values(except).filter((exception) => exception.gone).length
    sizes.set(section, (sizes.get(section) ?? 0) + count - gone)
  }
  for (const { section, capacity } of document.areas) sizes.set(section, (sizes.get(section) ?? 0) + capacity)
  const sections = document.sections.toSorted((a, b) => a.rank - b.rank)
  const choose = (id: string, adds: boolean) => {
    setTool('select')
    select([...(adds ? selection.parts : []), ...idsOfSections(document, new Set([id]))])
    onShowSection(id)
  }
  const hasSeats = tools.includes('seats')
  const paintsSelection = tool !== 'paint' && selection.parts.size + selection.places.size > 0
  return (
    <aside className={style.structure} aria-label={t('structure.label')}>
      <Pane
        title={t('structure.sections')}
        action={
          <IconButton
            bare
            label={hasSeats ? t('structure.add_block') : t('structure.add_area')}
            onClick={() => {
              select([])
              setTool(hasSeats ? 'block' : 'area')
            }}
          >
            <IconPlus size={18} stroke={2} aria-hidden />
          </IconButton>
        }
      >
        {sections.length === 0 && <p className={style.tiny}>{t('structure.empty')}</p>}
        {document.floors.map((floor) => (
          <div key={floor.id}>
            {document.floors.length > 1 && <FloorName id={floor.id} name={floor.name} />}
            <ul className={style.rowList}>
              {sections
                .filter((section) => section.floor === floor.id)
                .map((section) => (
                  <li key={section.id}>
                    <button
                      type="button"
                      aria-current={section.id === current || undefined}
                      onClick={({ shiftKey, ctrlKey, metaKey }) => choose(section.id, shiftKey || ctrlKey || metaKey)}
                    >
                      <UserText>{section.name}</UserText>
                      <span className={style.figure}>{numberText(sizes.get(section.id) ?? 0, lang)}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <button
          type="button"
          className={style.textButton}
          onClick={() => run(addFloor(t('floor.new', { place: document.floors.length + 1 })))}
        >
          {t('floor.add')}
        </button>
      </Pane>
      <Pane title={t('category.title')} action={<AddCategory />}>
        <p className={style.tiny}>{t(paintsSelection ? 'category.hint_selection' : 'category.hint')}</p>
        <CategoryList />
      </Pane>
      {hasSeats && (
        <Pane title={t('flag.title')}>
          <FlagList />
        </Pane>
      )}
      <NamesPane />
      <TracingPane />
    </aside>
  )
}

function FloorName({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('seat-maps')
  const { run } = useEditor()
  return (
    <div className={style.floorName}>
      <LineField
        label={t('floor.name')}
        value={name}
        maxLength={40}
        required
        onChange={(next) => run(renameFloor(id, next), `floor:${id}`)}
      />
    </div>
  )
}
