import { setSourceNames } from '#lib/format/sources/source-names';
import { listSources } from '#lib/sources/registry';

// Texts for people name sources as the process that draws pages was told at its start.
setSourceNames(listSources('kraken'));
