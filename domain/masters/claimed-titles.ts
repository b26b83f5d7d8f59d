import { isSameAet } from '../study/dicom/ae-title.ts'

/** A branch with the AE titles that send its studies. */
export interface TitleHolder {
  name: string
  aet_sources: readonly string[]
}

/**
 * Returns the first of `titles` that one of `others` holds, with its branch; undefined if there is none. A title held
 * by two branches assigns no study to either (domain/study/dicom/place-study.ts).
 */
export function findClaimedTitle(
  titles: readonly string[],
  others: readonly TitleHolder[],
): { title: string; branch: string } | undefined {
  for (const title of titles) {
    const holder = others.find(({ aet_sources }) => aet_sources.some((held) => isSameAet(held, title)))
    if (holder) return { title, branch: holder.name }
  }
  return undefined
}
