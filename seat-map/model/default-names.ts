import type { MapDocument } from './document.ts'

/** What the editor calls new sections, in its languages; the second one has a 2 behind it, and so on. */
const SECTIONS = ['אזור', 'Section', 'منطقة'] as const
/** What it calls new categories: with a number, from 2 on. */
const CATEGORIES = ['קטגוריה', 'Category', 'الفئة'] as const

const baseOf = (name: string, bases: readonly string[]): string | undefined =>
  bases.find(
    (base) => name === base || (name.startsWith(`${base} `) && /^[1-9]\d{0,3}$/.test(name.slice(base.length + 1))),
  )

/**
 * Sections and categories that were never named. Numbers alone are no sign of it: a stadium may have sections from 101 on,
 * and categories from 1 on; the editor begins with a section without a number, and has no category 1.
 */
export const unnamedParts = ({ sections, categories }: MapDocument): string[] => {
  const sectionNames = new Set(sections.map(({ name }) => name))
  const categoryNames = new Set(categories.map(({ name }) => name))
  const isUnnamedSection = (name: string): boolean => {
    const base = baseOf(name, SECTIONS)
    return base !== undefined && sectionNames.has(base)
  }
  const isUnnamedCategory = (name: string): boolean => {
    const base = baseOf(name, CATEGORIES)
    return base !== undefined && !categoryNames.has(`${base} 1`)
  }
  return [
    ...sections.filter(({ name }) => isUnnamedSection(name)),
    ...categories.filter(({ name }) => isUnnamedCategory(name)),
  ].map(({ id }) => id)
}
