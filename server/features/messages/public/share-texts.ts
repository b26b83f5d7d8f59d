import type { TextsOfLanguage } from '#contract/calls/sharing.ts'
import type { Language } from '#domain/language/languages.ts'
import { type ShareTexts, shareTextsOf } from '#domain/message/share-text.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { languageOfStudy } from '#server/features/language/patient-language.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Selects the client's texts for sharing, or the built-in ones in a language. */
export async function selectShareTexts(tx: Tx, clientId: string, language: Language): Promise<ShareTexts> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['pat_viewer_share_content', 'pat_viewer_share_content_with_report'])
    .select(['pat_login_share_content', 'pat_print_login_share_content'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return shareTextsOf(row, textsIn(language).share)
}

/** Returns the texts for the patient of a study, if the patient is not addressed in English. */
export async function textsForPatient(
  tx: Tx,
  clientId: string,
  studyId: string,
): Promise<{ texts?: TextsOfLanguage }> {
  const language = await languageOfStudy(tx, clientId, studyId)
  if (language === 'en') return {}
  return { texts: { language, ...(await selectShareTexts(tx, clientId, language)) } }
}
