import type { VisitSuggestion } from '#contract/calls/unmatched.ts'
import { asksBeforeLink, type Identity, identityDifferences } from '#domain/match/identity-differences.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { Differences } from './Differences.tsx'
import { LINK_WORDS as WORDS } from './words.ts'

/**
 * Asks for confirmation before linking a study to a person with another name or date of birth than its
 * images, marking the differences. Returns extra input for the call; undefined if the person declines.
 */
export async function askOtherPerson(
  study: Identity,
  visit: Pick<VisitSuggestion, 'pat_id' | 'pat_name' | 'pat_birthdate' | 'gender'>,
): Promise<{ is_confirmed?: 1 } | undefined> {
  const person = { ...visit, pat_sex: visit.gender }
  const differences = identityDifferences(study, person)
  if (!asksBeforeLink(differences)) return {}
  const isMeant = await confirmAction({
    title: WORDS.differsTitle,
    message: <Differences study={study} person={person} differences={differences} />,
    confirmLabel: WORDS.linkAnyway,
    danger: true,
  })
  return isMeant ? { is_confirmed: 1 } : undefined
}
