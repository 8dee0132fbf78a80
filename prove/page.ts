import { holds, type Proof } from './prove.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const section = (proof: Proof): string => {
  const { name, what, lines, skipped, seconds } = proof
  if (skipped !== undefined) return `## ${name}: not tried\n${what} ${skipped}`
  const rows = lines.map((line) => `| ${line.holds ? 'yes' : '**NO**'} | ${cell(line.what)} | ${cell(line.note)} |`)
  return [
    `## ${name}: ${holds(proof) ? 'holds' : '**DOES NOT HOLD**'} (${seconds.toFixed(0)} s)`,
    what,
    '',
    '| holds | what | figures |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The page of proof, in Markdown. */
export const pageOf = (proofs: readonly Proof[], head: { readonly at: string; readonly machine: string }): string => {
  const tried = proofs.filter(({ skipped }) => skipped === undefined)
  const held = tried.filter(holds)
  return `${[
    '# Proof',
    `${head.at}, ${head.machine}. ${held.length} of ${tried.length} scenarios hold, ${proofs.length - tried.length} not tried.`,
    ...proofs.map(section),
  ].join('\n\n')}\n`
}
