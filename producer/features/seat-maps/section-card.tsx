import { outlineByHand } from '@kartis/seat-map/commands/corner-commands.ts'
import { setSectionFocus } from '@kartis/seat-map/commands/focus-commands.ts'
import { boxOfParts, idsOfSections, middleOf, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { changeSection } from '@kartis/seat-map/commands/structure-commands.ts'
import type { Section } from '@kartis/seat-map/model/document.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { IconPolygon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LineField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { PointFields } from './focus-fields.tsx'
import { OrderField } from './order-field.tsx'
import { ViewField } from './view-field.tsx'

/** What a selected section is called, where it is, what it faces and what is seen from there. */
export function SectionCard({ section: id }: { readonly section: string }) {
  const { t } = useTranslation('seat-maps')
  const { document, run, outlined, setOutlined } = useEditor()
  const section = document.sections.find((each) => each.id === id)
  if (!section) return null
  return (
    <Pane title={t('section.title')}>
      <div className={style.stack}>
        <LineField
          label={t('section.name')}
          value={section.name}
          maxLength={60}
          required
          onChange={(name) => run(changeSection(id, { name }), 'section-name')}
        />
        <div className={style.two}>
          <LineField
            label={t('section.gate')}
            value={section.gate ?? ''}
            maxLength={30}
            onChange={(gate) => run(changeSection(id, { gate }), 'section-gate')}
          />
          <LineField
            label={t('section.short')}
            value={section.short}
            maxLength={8}
            onChange={(short) => run(changeSection(id, { short }), 'section-short')}
          />
        </div>
        {document.floors.length > 1 && (
          <label className={style.miniField}>
            <span>{t('section.floor')}</span>
            <span className={style.numberBox}>
              <select value={section.floor} onChange={({ target }) => run(changeSection(id, { floor: target.value }))}>
                {document.floors.map((floor) => (
                  <option key={floor.id} value={floor.id}>
                    {floor.name}
                  </option>
                ))}
              </select>
            </span>
          </label>
        )}
        <OrderField list="sections" id={id} />
        {section.kind !== 'area' && <SectionFocus section={section} />}
        {section.kind !== 'area' && outlined?.id !== id && (
          <Button
            look="line"
            icon={<IconPolygon size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              run(outlineByHand(id))
              setOutlined({ id, corner: 0 })
            }}
          >
            {t('corners.outline')}
          </Button>
        )}
        <ViewField section={section} />
      </div>
    </Pane>
  )
}

/** A balcony at the side or a stand may face another point than the hall does. */
function SectionFocus({ section: { id, focus } }: { readonly section: Section }) {
  const { t } = useTranslation('seat-maps')
  const { document, run } = useEditor()
  const own = (): readonly [number, number] => {
    const box = boxOfParts(selectedParts(document, new Set(idsOfSections(document, new Set([id])))))
    return document.focus ?? (box ? middleOf(box) : [0, 0])
  }
  return (
    <>
      <div>
        <p className={style.fieldName}>{t('focus.section')}</p>
        <Segments
          label={t('focus.section')}
          value={focus ? 'own' : 'hall'}
          options={(['hall', 'own'] as const).map((value) => ({ value, label: t(`focus.${value}`) }))}
          onChange={(value) => run(setSectionFocus(id, value === 'own' ? own() : null))}
        />
      </div>
      {focus && (
        <>
          <PointFields point={focus} onChange={(point, field) => run(setSectionFocus(id, point), `focus-${field}`)} />
          <p className={style.tiny}>{t('focus.own_hint')}</p>
        </>
      )}
    </>
  )
}
