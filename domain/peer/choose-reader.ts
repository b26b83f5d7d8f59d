/** A doctor who signs, as far as second readings ask. */
export interface PeerDoctor {
  id: string
  branchIds: readonly string[]
  isOfAllBranches: boolean
  /** Modalities of studies that the doctor signed within the last year. */
  modalities: readonly string[]
}

export interface PeerStudy {
  branchId: string
  /** As the study has them, with commas between. */
  modality: string
  /** Whoever wrote, signed, verified or amended a report of it, or has it on the own worklist. */
  own: ReadonlySet<string>
}

/** True where the doctor may read the study a second time: the own branch and modality, and never the own report. */
export function mayReadAgain(doctor: PeerDoctor, { branchId, modality, own }: PeerStudy): boolean {
  if (own.has(doctor.id)) return false
  if (!doctor.isOfAllBranches && !doctor.branchIds.includes(branchId)) return false
  return modalitiesOf(modality).some((one) => doctor.modalities.includes(one))
}

/**
 * Who reads the study a second time: of those who may, whoever has the fewest readings waiting. `tieOf` orders those with
 * equally many.
 */
export function chooseReader<Doctor extends PeerDoctor>(
  doctors: readonly Doctor[],
  study: PeerStudy,
  loads: ReadonlyMap<string, number>,
  tieOf: (doctor: Doctor) => string,
): Doctor | undefined {
  const loadOf = ({ id }: Doctor) => loads.get(id) ?? 0
  return doctors
    .filter((doctor) => mayReadAgain(doctor, study))
    .toSorted((a, b) => loadOf(a) - loadOf(b) || (tieOf(a) < tieOf(b) ? -1 : 1))[0]
}

/** The modalities of a study; one that names none has the empty one. */
export const modalitiesOf = (modality: string): string[] => modality.split(',').map((one) => one.trim())
