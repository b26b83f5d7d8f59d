/** Nationalities as the form offers them, by name (docs/wire.md#lists-and-limits: a long nationality list is used). */
export const NATIONALITIES: readonly string[] = (
  'Afghan,Albanian,Algerian,American,Andorran,Angolan,Antiguan,Argentine,Armenian,Australian,Austrian,Azerbaijani,' +
  'Bahamian,Bahraini,Bangladeshi,Barbadian,Belarusian,Belgian,Belizean,Beninese,Bhutanese,Bolivian,Bosnian,' +
  'Botswanan,Brazilian,British,Bruneian,Bulgarian,Burkinabe,Burmese,Burundian,Cambodian,Cameroonian,Canadian,' +
  'Cape Verdean,Central African,Chadian,Chilean,Chinese,Colombian,Comorian,Congolese,Costa Rican,Croatian,Cuban,' +
  'Cypriot,Czech,Danish,Djiboutian,Dominican,Dutch,East Timorese,Ecuadorean,Egyptian,Emirati,Equatorial Guinean,' +
  'Eritrean,Estonian,Ethiopian,Fijian,Filipino,Finnish,French,Gabonese,Gambian,Georgian,German,Ghanaian,Greek,' +
  'Grenadian,Guatemalan,Guinean,Guinea-Bissauan,Guyanese,Haitian,Honduran,Hungarian,Icelandic,Indian,Indonesian,' +
  'Iranian,Iraqi,Irish,Israeli,Italian,Ivorian,Jamaican,Japanese,Jordanian,Kazakh,Kenyan,Kiribati,Kosovar,Kuwaiti,' +
  'Kyrgyz,Laotian,Latvian,Lebanese,Liberian,Libyan,Liechtensteiner,Lithuanian,Luxembourger,Macedonian,Malagasy,' +
  'Malawian,Malaysian,Maldivian,Malian,Maltese,Marshallese,Mauritanian,Mauritian,Mexican,Micronesian,Moldovan,' +
  'Monegasque,Mongolian,Montenegrin,Moroccan,Mosotho,Mozambican,Namibian,Nauruan,Nepalese,New Zealander,Nicaraguan,' +
  'Nigerian,Nigerien,North Korean,Norwegian,Omani,Pakistani,Palauan,Palestinian,Panamanian,Papua New Guinean,' +
  'Paraguayan,Peruvian,Polish,Portuguese,Qatari,Romanian,Russian,Rwandan,Saint Lucian,Salvadoran,Samoan,' +
  'San Marinese,Sao Tomean,Saudi,Scottish,Senegalese,Serbian,Seychellois,Sierra Leonean,Singaporean,Slovak,' +
  'Slovenian,Solomon Islander,Somali,South African,South Korean,South Sudanese,Spanish,Sri Lankan,Sudanese,' +
  'Surinamese,Swazi,Swedish,Swiss,Syrian,Taiwanese,Tajik,Tanzanian,Thai,Togolese,Tongan,Trinidadian,Tunisian,' +
  'Turkish,Turkmen,Tuvaluan,Ugandan,Ukrainian,Uruguayan,Uzbek,Vanuatuan,Vatican,Venezuelan,Vietnamese,Welsh,Yemeni,' +
  'Zambian,Zimbabwean,Stateless'
).split(',')
