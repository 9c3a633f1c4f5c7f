/** A file that can be inspected without reading all of it. */
export interface ReadableFile {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** The tracks of a container, with the container's own names for codecs. */
export interface Tracks {
  readonly isCutShort: boolean;
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly video?: string;
  readonly audio?: string;
}
