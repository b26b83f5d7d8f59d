import { askJson, askJsonPart } from './ask-json.ts'
import { describeOrthanc } from './describe-orthanc.ts'
import {
  type ImageServer,
  ImageServerError,
  type ImageServerSettings,
  type StudyQuery,
} from './image-server.ts'
import { completeFromOrthanc } from './orthanc.ts'
import { findOrthancAets } from './orthanc-aets.ts'
import { fieldOf } from './orthanc-rest.ts'

/** Attributes that servers omit from a study's header unless requested (PS3.18 table 10.6.3-3). */
const ASKED_FOR = [
  'StudyDescription',
  'ModalitiesInStudy',
  'NumberOfStudyRelatedInstances',
  'NumberOfStudyRelatedSeries',
  'TimezoneOffsetFromUTC',
  'RetrieveAETitle',
  'PatientBirthDate',
  'PatientSex',
]

const ASKED_OF_SERIES = [
  'Modality',
  'SeriesNumber',
  'SeriesDescription',
  'SeriesDate',
  'SeriesTime',
  'BodyPartExamined',
  'NumberOfSeriesRelatedInstances',
  'TimezoneOffsetFromUTC',
]

/** Every DICOMweb service has the list of all studies, so a 404 means that the path is wrong. */
const NO_SERVICE = 'The image server has no DICOMweb service at this path (404).'

/** Opens an image server that speaks DICOMweb (QIDO-RS): kinds Basic and Premium. */
export function openDicomWeb(settings: ImageServerSettings): ImageServer {
  return {
    async findStudies(query, signal) {
      const { answer, isPart } = await askJsonPart(settings, {
        path: `/studies?${parametersOf(query)}`,
        notFound: NO_SERVICE,
        signal,
      })
      if (answer === undefined) return { studies: [], saysMore: false }
      if (!Array.isArray(answer))
        throw new ImageServerError('nonsense', 'The answer of the image server is not a list of studies.')
      return { studies: answer, saysMore: isPart }
    },
    complete: (header, signal) => completeFromOrthanc(settings, header, signal),
    async findSeries(studyUid, signal) {
      const fields = new URLSearchParams(ASKED_OF_SERIES.map((name) => ['includefield', name]))
      const answer = await askJson(settings, { path: `/studies/${studyUid}/series?${fields}`, signal })
      if (answer === undefined) return []
      if (!Array.isArray(answer))
        throw new ImageServerError('nonsense', 'The answer of the image server is not a list of series.')
      return answer
    },
    describe: (signal) => describeOrthanc(settings, signal),
    findSourceAets: async (signal) =>
      (await findOrthancAets(settings, signal)) ?? aetsOfSeries(await findLatestSeries(settings, signal)),
  }
}

/**
 * The attributes of a series that contain its sender: PS3.10's own, and dcm4chee's private one that its QIDO-RS
 * returns.
 */
const SOURCE_TAGS = ['00020016', '77771037']
const SERIES_LOOKED_AT = 200

async function findLatestSeries(settings: ImageServerSettings, signal: AbortSignal): Promise<unknown[]> {
  const fields = new URLSearchParams(SOURCE_TAGS.map((tag) => ['includefield', tag]))
  fields.set('limit', String(SERIES_LOOKED_AT))
  const answer = await askJson(settings, { path: `/series?${fields}`, signal }).catch((error: unknown) => {
    // A server that refuses broad queries returns its senders only with their studies.
    if (error instanceof ImageServerError && error.isTooBroad) return undefined
    throw error
  })
  if (answer === undefined) return []
  if (!Array.isArray(answer))
    throw new ImageServerError('nonsense', 'The answer of the image server is not a list of series.')
  return answer
}

const aetsOfSeries = (series: readonly unknown[]): string[] =>
  series.flatMap((header) =>
    SOURCE_TAGS.flatMap((tag) => {
      const values = fieldOf(fieldOf(header, tag), 'Value')
      return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
    }),
  )

function parametersOf({ fromDay, toDay, modality, studyUid, limit, offset }: StudyQuery): URLSearchParams {
  const parameters = new URLSearchParams(ASKED_FOR.map((name) => ['includefield', name]))
  if (fromDay !== undefined || toDay !== undefined) parameters.set('StudyDate', rangeOf(fromDay, toDay))
  if (modality !== undefined) parameters.set('ModalitiesInStudy', modality)
  if (studyUid !== undefined) parameters.set('StudyInstanceUID', studyUid)
  parameters.set('limit', String(limit))
  parameters.set('offset', String(offset))
  return parameters
}

const dicomDay = (day = '') => day.replaceAll('-', '')

/**
 * Returns a range of dates; a single day without a range, because that also works on servers without range support.
 */
const rangeOf = (from?: string, to?: string) =>
  from !== undefined && from === to ? dicomDay(from) : `${dicomDay(from)}-${dicomDay(to)}`
