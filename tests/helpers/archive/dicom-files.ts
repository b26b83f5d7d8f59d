import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Attributes of the header by DICOM keyword; an absent one is omitted from the file. */
export interface DicomStudy {
  StudyInstanceUID: string
  PatientName?: string
  PatientID?: string
  PatientBirthDate?: string
  PatientSex?: string
  AccessionNumber?: string
  StudyDate?: string
  StudyTime?: string
  StudyDescription?: string
  ReferringPhysicianName?: string
  Modality?: string
  SeriesDescription?: string
  SeriesDate?: string
  SeriesTime?: string
  BodyPartExamined?: string
  SpecificCharacterSet?: string
}

/** A script for Debian's python3 with pydicom. */
const WRITE = `
import json, sys
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, generate_uid
CT = '1.2.840.10008.5.1.4.1.1.2'
for task in json.load(sys.stdin):
    study = task['study']
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = CT
    meta.MediaStorageSOPInstanceUID = task['instance']
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    file = FileDataset(task['path'], Dataset(), file_meta=meta, preamble=b'\\0' * 128)
    file.is_little_endian, file.is_implicit_VR = True, False
    file.SOPClassUID, file.SOPInstanceUID = CT, task['instance']
    file.SeriesInstanceUID = task['series']
    file.SeriesNumber, file.InstanceNumber = task['seriesNumber'], task['number']
    for keyword, value in study.items():
        setattr(file, keyword, value)
    file.SamplesPerPixel, file.PhotometricInterpretation = 1, 'MONOCHROME2'
    file.Rows = file.Columns = 16
    file.BitsAllocated = file.BitsStored = 16
    file.HighBit, file.PixelRepresentation = 15, 0
    file.PixelData = bytes(512)
    file.save_as(task['path'], write_like_original=False)
`

export interface DicomSeries {
  /** The folder for the files. */
  folder: string
  /** Distinguishes series: a second series of the same study has another number. */
  seriesNumber?: number
  images: number
}

/** Writes one series of CT images of a study and returns the paths. */
export function writeCtFiles(study: DicomStudy, series: DicomSeries): string[] {
  return writeCtStudies([study], series)
}

/** Writes one such series of each study and returns all paths. */
export function writeCtStudies(
  studies: readonly DicomStudy[],
  { folder, seriesNumber = 1, images }: DicomSeries,
): string[] {
  const tasks = studies.flatMap((study) => {
    const series = `${study.StudyInstanceUID}.${seriesNumber}`
    return Array.from({ length: images }, (_, index) => ({
      study: { Modality: 'CT', SpecificCharacterSet: 'ISO_IR 192', ...study },
      series,
      seriesNumber,
      number: index + 1,
      instance: `${series}.${index + 1}`,
      path: join(folder, `${series}.${index + 1}.dcm`),
    }))
  })
  execFileSync('/usr/bin/python3', ['-c', WRITE], { input: JSON.stringify(tasks) })
  return tasks.map((task) => task.path)
}
