/** A DICOM value representation: a text, a number of two bytes, or a list of data sets; a worklist uses no others. */
export type Vr = string

/** An attribute of a data set: its tag, value representation and keyword. */
export interface Attribute {
  tag: number
  vr: Vr
  keyword: string
}

/** The attributes of the worklist's information model with a keyword here (PS3.4 table K.6-1, PS3.6). */
const DECLARED = `
00080005 CS SpecificCharacterSet
00080050 SH AccessionNumber
00080051 SQ IssuerOfAccessionNumberSequence
00080060 CS Modality
00080080 LO InstitutionName
00080081 ST InstitutionAddress
00080082 SQ InstitutionCodeSequence
00080090 PN ReferringPhysicianName
00080096 SQ ReferringPhysicianIdentificationSequence
00080100 SH CodeValue
00080102 SH CodingSchemeDesignator
00080103 SH CodingSchemeVersion
00080104 LO CodeMeaning
00080201 SH TimezoneOffsetFromUTC
00081030 LO StudyDescription
00081032 SQ ProcedureCodeSequence
00081040 LO InstitutionalDepartmentName
00081080 LO AdmittingDiagnosesDescription
00081084 SQ AdmittingDiagnosesCodeSequence
00081110 SQ ReferencedStudySequence
00081120 SQ ReferencedPatientSequence
00081125 SQ ReferencedVisitSequence
00081150 UI ReferencedSOPClassUID
00081155 UI ReferencedSOPInstanceUID
00100010 PN PatientName
00100020 LO PatientID
00100021 LO IssuerOfPatientID
00100030 DA PatientBirthDate
00100032 TM PatientBirthTime
00100040 CS PatientSex
00101000 LO OtherPatientIDs
00101001 PN OtherPatientNames
00101002 SQ OtherPatientIDsSequence
00101005 PN PatientBirthName
00101010 AS PatientAge
00101020 DS PatientSize
00101030 DS PatientWeight
00101040 LO PatientAddress
00101060 PN PatientMotherBirthName
00101080 LO MilitaryRank
00101090 LO MedicalRecordLocator
00102000 LO MedicalAlerts
00102110 LO Allergies
00102150 LO CountryOfResidence
00102152 LO RegionOfResidence
00102154 SH PatientTelephoneNumbers
00102160 SH EthnicGroup
00102180 SH Occupation
001021A0 CS SmokingStatus
001021B0 LT AdditionalPatientHistory
001021C0 US PregnancyStatus
001021D0 DA LastMenstrualDate
001021F0 LO PatientReligiousPreference
00102203 CS PatientSexNeutered
00104000 LT PatientComments
0020000D UI StudyInstanceUID
00200010 SH StudyID
00321032 PN RequestingPhysician
00321033 LO RequestingService
00321060 LO RequestedProcedureDescription
00321064 SQ RequestedProcedureCodeSequence
00321070 LO RequestedContrastAgent
00324000 LT StudyComments
00380008 CS VisitStatusID
00380010 LO AdmissionID
00380011 LO IssuerOfAdmissionID
00380014 SQ IssuerOfAdmissionIDSequence
00380050 LO SpecialNeeds
00380300 LO CurrentPatientLocation
00380400 LO PatientInstitutionResidence
00380500 LO PatientState
00384000 LT VisitComments
00400001 AE ScheduledStationAETitle
00400002 DA ScheduledProcedureStepStartDate
00400003 TM ScheduledProcedureStepStartTime
00400004 DA ScheduledProcedureStepEndDate
00400005 TM ScheduledProcedureStepEndTime
00400006 PN ScheduledPerformingPhysicianName
00400007 LO ScheduledProcedureStepDescription
00400008 SQ ScheduledProtocolCodeSequence
00400009 SH ScheduledProcedureStepID
0040000B SQ ScheduledPerformingPhysicianIdentificationSequence
00400010 SH ScheduledStationName
00400011 SH ScheduledProcedureStepLocation
00400012 LO PreMedication
00400020 CS ScheduledProcedureStepStatus
00400100 SQ ScheduledProcedureStepSequence
00400400 LT CommentsOnTheScheduledProcedureStep
00401001 SH RequestedProcedureID
00401002 LO ReasonForTheRequestedProcedure
00401003 SH RequestedProcedurePriority
00401004 LO PatientTransportArrangements
00401005 LO RequestedProcedureLocation
00401008 LO ConfidentialityCode
00401009 SH ReportingPriority
0040100A SQ ReasonForRequestedProcedureCodeSequence
00401010 PN NamesOfIntendedRecipientsOfResults
00401400 LT RequestedProcedureComments
00402001 LO ReasonForTheImagingServiceRequest
00402004 DA IssueDateOfImagingServiceRequest
00402005 TM IssueTimeOfImagingServiceRequest
00402008 PN OrderEnteredBy
00402009 SH OrderEntererLocation
00402010 SH OrderCallbackPhoneNumber
00402016 LO PlacerOrderNumberImagingServiceRequest
00402017 LO FillerOrderNumberImagingServiceRequest
00402400 LT ImagingServiceRequestComments
00403001 LO ConfidentialityConstraintOnPatientDataDescription`

const HEX = 16

const ATTRIBUTES: readonly Attribute[] = DECLARED.trim()
  .split('\n')
  .map((line) => {
    const [tag = '', vr = '', keyword = ''] = line.split(' ')
    return { tag: Number.parseInt(tag, HEX), vr, keyword }
  })
const BY_TAG = new Map(ATTRIBUTES.map((attribute) => [attribute.tag, attribute]))
const BY_KEYWORD = new Map(ATTRIBUTES.map((attribute) => [attribute.keyword, attribute]))

/** An attribute without a keyword here is named by its VR and tag, for example `LO:00431027`. */
const NUMBERED = /^([A-Z]{2}):([0-9A-F]{8})$/

/** Returns the attribute with a tag; `vr` is the sender's VR of an undeclared one. */
export function attributeAt(tag: number, vr: Vr = 'UN'): Attribute {
  const keyword = `${vr}:${tag.toString(HEX).toUpperCase().padStart(8, '0')}`
  return BY_TAG.get(tag) ?? { tag, vr, keyword }
}

/** Returns the attribute with a keyword, or with `VR:tag`; undefined for any other name. */
export function findAttribute(name: string): Attribute | undefined {
  const [, vr, tag] = NUMBERED.exec(name) ?? []
  if (vr && tag) return { tag: Number.parseInt(tag, HEX), vr, keyword: name }
  return BY_KEYWORD.get(name)
}
